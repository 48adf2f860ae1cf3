/** A connection to the host after its hello. */
export interface Link {
  send(line: string): void;
  /** Stops or resumes the lines that come from it. */
  hold(stop: boolean): void;
  close(): void;
}

/** The events of a connection. */
export interface LinkListener {
  line(line: string): void;
  closed(): void;
  /** Whether the host reads more slowly than the client writes. */
  congested(yes: boolean): void;
}

export type Reached =
  | { readonly kind: "linked"; readonly link: Link }
  /** No host runs, and nobody was waiting for one. */
  | { readonly kind: "absent" }
  /** `missing`: this machine has no command that starts one. */
  | { readonly kind: "failed"; readonly message: string; readonly missing?: true };

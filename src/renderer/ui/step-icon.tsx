import { Button, type ButtonProps } from "./button.tsx";
import { Icon } from "./icons.tsx";

const paths = {
  first: "M4 3v10M12.5 3.5L7 8l5.5 4.5",
  back: "M10.5 3.5L5 8l5.5 4.5",
  on: "M5.5 3.5L11 8l-5.5 4.5",
  last: "M12 3v10M3.5 3.5L9 8l-5.5 4.5",
  flip: "M5 13V3M2.5 5.5L5 3l2.5 2.5M11 3v10M8.5 10.5L11 13l2.5-2.5",
} as const;

type Step = keyof typeof paths;

/** The icons for stepping through a game and flipping its board. */
export const StepIcon = ({ step }: { step: Step }) => (
  <Icon>
    <path d={paths[step]} />
  </Icon>
);

/** A button with such an icon. */
export const StepButton = ({ step, ...rest }: Omit<ButtonProps, "children"> & { readonly step: Step }) => (
  <Button kind="quiet" {...rest}>
    <StepIcon step={step} />
  </Button>
);

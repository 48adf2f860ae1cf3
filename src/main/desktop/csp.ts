/**
 * What a page in the window may load: its own files and the API beside them. No script, style or frame from elsewhere,
 * none inline, no form that posts anywhere, and nobody may frame it.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

const key = 'groundrail.token';
const listeners = new Set<() => void>();
let refused = false;

/** The access token of this browser tab; it is forgotten when the tab is closed. */
export function currentToken(): string | undefined {
  return sessionStorage.getItem(key) ?? undefined;
}

/** Keeps a token, or forgets it; what was refused before may be asked again. */
export function keepToken(token: string | undefined): void {
  if (token === undefined) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, token);
  refused = false;
  for (const listener of listeners) listener();
}

/** Notes that the server let nobody in with the token there is, or without one. */
export function noteRefused(): void {
  if (refused) return;
  refused = true;
  for (const listener of listeners) listener();
}

/** Whether the server asks for another token. */
export function isTokenRefused(): boolean {
  return refused;
}

/** Calls back after every change of the token or its refusal. */
export function onTokenChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

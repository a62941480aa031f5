/**
 * An id for one action of the user: a repeat of the call with the same id gets the first answer, so that a double
 * click or a retry after a timeout does nothing twice. 22 characters of [A-Za-z0-9_-], 128 random bits.
 */
export function newEventId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .slice(0, 22)
}

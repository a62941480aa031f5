/** The form that is stored: NFC, without surrounding space. */
export function tidy(value: string): string {
  return value.normalize('NFC').trim()
}

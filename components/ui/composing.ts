/**
 * True where a key belongs to an input method that is composing, such as the Enter that picks a Chinese candidate. Such
 * a key is never a command. 229 is what browsers send that end the composition before the key.
 */
export function isComposing(event: { nativeEvent: KeyboardEvent } | KeyboardEvent): boolean {
  const { isComposing, keyCode } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || keyCode === 229
}

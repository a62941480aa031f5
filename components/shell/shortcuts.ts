/**
 * The keys of the console, in the order in which a list of them shows. Browsers and systems keep Ctrl+W, Ctrl+Tab and
 * their like for themselves; these they leave to pages. Letters are known by their place on the keyboard: with Alt, a
 * Mac types another character.
 */
export const shortcuts = [
  { id: 'closeTab', code: 'KeyW', alt: true, shift: false, keys: 'Alt+W', label: 'shell.keyCloseTab' },
  {
    id: 'nextTab',
    code: 'PageDown',
    alt: true,
    shift: false,
    keys: 'Alt+PageDown',
    label: 'shell.keyNextTab',
  },
  {
    id: 'previousTab',
    code: 'PageUp',
    alt: true,
    shift: false,
    keys: 'Alt+PageUp',
    label: 'shell.keyPreviousTab',
  },
  { id: 'reopenTab', code: 'KeyT', alt: true, shift: true, keys: 'Alt+Shift+T', label: 'shell.keyReopenTab' },
  {
    id: 'moveTabLeft',
    code: 'PageUp',
    alt: true,
    shift: true,
    keys: 'Alt+Shift+PageUp',
    label: 'shell.keyMoveTabLeft',
  },
  {
    id: 'moveTabRight',
    code: 'PageDown',
    alt: true,
    shift: true,
    keys: 'Alt+Shift+PageDown',
    label: 'shell.keyMoveTabRight',
  },
] as const

export type ShortcutId = (typeof shortcuts)[number]['id']

type Keys = Pick<KeyboardEvent, 'code' | 'altKey' | 'shiftKey' | 'ctrlKey' | 'metaKey' | 'isComposing'>

/** What a key means; undefined while a candidate is being composed, and for all other keys. */
export function shortcutOf(event: Keys): ShortcutId | undefined {
  if (event.isComposing || event.ctrlKey || event.metaKey) return undefined
  const { code, altKey, shiftKey } = event
  return shortcuts.find((key) => key.code === code && key.alt === altKey && key.shift === shiftKey)?.id
}

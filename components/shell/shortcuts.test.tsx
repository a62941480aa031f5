import { shortcutOf, shortcuts } from './shortcuts'

const key = (code: string, more: Partial<KeyboardEvent> = {}) => ({
  code,
  altKey: true,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  ...more,
})

test.each([
  [key('KeyW'), 'closeTab'],
  [key('PageDown'), 'nextTab'],
  [key('PageUp'), 'previousTab'],
  [key('KeyT', { shiftKey: true }), 'reopenTab'],
  [key('PageUp', { shiftKey: true }), 'moveTabLeft'],
  [key('PageDown', { shiftKey: true }), 'moveTabRight'],
  [key('KeyW', { altKey: false }), undefined],
  [key('KeyW', { ctrlKey: true }), undefined],
  [key('KeyW', { metaKey: true }), undefined],
  [key('KeyT'), undefined],
  [key('KeyW', { isComposing: true }), undefined],
])('%j is %s', (event, id) => expect(shortcutOf(event)).toBe(id))

test('no two shortcuts share their keys, and each says them as they are', () => {
  expect(new Set(shortcuts.map(({ keys }) => keys)).size).toBe(shortcuts.length)
  for (const { keys, alt, shift, code } of shortcuts) {
    const named = [alt && 'Alt', shift && 'Shift', code.replace('Key', '')].filter(Boolean).join('+')
    expect(keys).toBe(named)
  }
})

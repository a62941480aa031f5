import { keyNames, shortcutOf, shortcuts } from './shortcuts'

const key = (code: string, more: Partial<KeyboardEvent> = {}) => ({
  key: '',
  code,
  altKey: false,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  isComposing: false,
  target: null,
  ...more,
})
const alt = { altKey: true }
const input = document.createElement('input')

test.each([
  [key('KeyW', alt), 'closeTab'],
  [key('PageDown', alt), 'nextTab'],
  [key('PageUp', alt), 'previousTab'],
  [key('KeyT', { ...alt, shiftKey: true }), 'reopenTab'],
  [key('PageUp', { ...alt, shiftKey: true }), 'moveTabLeft'],
  [key('PageDown', { ...alt, shiftKey: true }), 'moveTabRight'],
  [key('KeyW'), undefined],
  [key('KeyW', { ...alt, ctrlKey: true }), undefined],
  [key('KeyW', { ...alt, metaKey: true }), undefined],
  [key('KeyT', alt), undefined],
  [key('KeyW', { ...alt, isComposing: true }), undefined],
  [key('KeyJ', alt), 'nextCase'],
  [key('KeyK', alt), 'previousCase'],
  [key('KeyK', { ctrlKey: true }), 'palette'],
  [key('KeyK', { ctrlKey: true, target: input }), 'palette'],
  [key('KeyK', { ctrlKey: true, shiftKey: true }), undefined],
  [key('KeyK', { metaKey: true }), undefined],
  [key('KeyK'), undefined],
  [key('Slash', { key: '?', shiftKey: true }), 'sheet'],
  [key('Minus', { key: '?', shiftKey: true }), 'sheet'],
  [key('Slash', { key: '?', shiftKey: true, target: input }), undefined],
  [key('Slash', { key: '?', shiftKey: true, ctrlKey: true }), undefined],
])('%j is %s', (event, id) => expect(shortcutOf(event, false)).toBe(id))

test('a Mac has ⌘ in the place of Ctrl, which keeps its own meaning in its fields', () => {
  expect(shortcutOf(key('KeyK', { metaKey: true }), true)).toBe('palette')
  expect(shortcutOf(key('KeyK', { ctrlKey: true }), true)).toBeUndefined()
})

test('no two shortcuts share their keys, which are called as on the keyboard', () => {
  const named = shortcuts.map((one) => keyNames(one, false).join('+'))
  expect(new Set(named).size).toBe(shortcuts.length)
  expect(named.slice(0, 3)).toEqual(['Ctrl+K', '?', 'Alt+PageDown'])
  expect(shortcuts.map((one) => keyNames(one, true).join(' '))).toContain('⌥ ⇧ T')
})

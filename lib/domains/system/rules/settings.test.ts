import {
  defaultSettings,
  lookAttributes,
  readSettings,
  type Settings,
  settingOf,
  switches,
  themeNames,
  writeSettings,
} from './settings.ts'

const chosen: Settings = {
  ...defaultSettings,
  theme: 'gradient',
  color: '#2E8B57',
  dark: true,
  compact: true,
  showTag: false,
  showFullScren: false,
}

test('every switch is on until it is switched off', () => {
  expect(switches).toHaveLength(9)
  for (const name of switches) expect(readSettings(undefined)[name]).toBe(true)
})

test('a cookie carries what differs, and nothing that a cookie may not hold', () => {
  expect(writeSettings(defaultSettings)).toBe('')
  expect(readSettings(writeSettings(chosen))).toEqual(chosen)
  expect(writeSettings(chosen)).toMatch(/^[\w=&+%.-]*$/)
})

test.each(['theme=pink', 'color=red', 'color=%23%23%23', 'dark=yes', 'showTag=maybe', '%%%', 'a=1;b'])(
  'the cookie %s says nothing',
  (cookie) => expect(readSettings(cookie)).toEqual(defaultSettings),
)

test('a stored value that is none of a setting is no value', () => {
  expect(settingOf('theme', 'black')).toBe('black')
  expect(settingOf('theme', 'pink')).toBeUndefined()
  expect(settingOf('color', '#12ABef')).toBe('#12ABef')
  expect(settingOf('color', 'red;}')).toBeUndefined()
  expect(settingOf('showTag', false)).toBe(false)
  expect(settingOf('showTag', 'false')).toBeUndefined()
})

test('four themes; the black one is dark whatever the mode says', () => {
  expect(themeNames).toEqual(['default', 'colourful', 'black', 'gradient'])
  const schemes = (dark: boolean) =>
    themeNames.map((theme) => lookAttributes({ ...defaultSettings, theme, dark })['data-scheme'])
  expect(schemes(false)).toEqual(['light', 'light', 'dark', 'light'])
  expect(schemes(true)).toEqual(['dark', 'dark', 'dark', 'dark'])
})

/**
 * Everything that a person sets about the look of the console (specification points 2 and 3). The browser keeps it; a
 * cookie of the same values lets the server draw the first HTML as it was left.
 */

/** The switches of the settings drawer, in its order; `showFullScren` as the specification spells it. */
export const switches = [
  'showTag',
  'showDebug',
  'showTheme',
  'showColor',
  'showFullScren',
  'showLock',
  'showSearch',
  'showCollapse',
  'showMenu',
] as const
export type Switch = (typeof switches)[number]

/** 默认, 炫彩, 黑色, 渐变 (specification point 9). */
export const themeNames = ['default', 'colourful', 'black', 'gradient'] as const
export type ThemeName = (typeof themeNames)[number]

export type Settings = Record<Switch, boolean> & {
  theme: ThemeName
  /** `#RRGGBB`; empty: the tenant's own. */
  color: string
  dark: boolean
  /** Tones that colour-weak eyes tell apart. */
  weak: boolean
  /** Lower rows and controls. */
  compact: boolean
}

/** A missing value is on; the look is the tenant's. */
export const defaultSettings: Settings = {
  ...(Object.fromEntries(switches.map((name) => [name, true])) as Record<Switch, boolean>),
  theme: 'default',
  color: '',
  dark: false,
  weak: false,
  compact: false,
}

/** The default theme colour of the specification (point 9), where a tenant has none. */
export const defaultColor = '#409EFF'

const isColor = (value: unknown): value is string =>
  typeof value === 'string' && /^#[0-9A-Fa-f]{6}$/.test(value)

/** Reads one setting from what was stored; undefined when it is none of its values. */
export function settingOf<K extends keyof Settings>(key: K, value: unknown): Settings[K] | undefined
export function settingOf(key: keyof Settings, value: unknown): Settings[keyof Settings] | undefined {
  if (key === 'theme') return themeNames.find((name) => name === value)
  if (key === 'color') return value === '' || isColor(value) ? value : undefined
  return typeof value === 'boolean' ? value : undefined
}

/** Name of the cookie that carries the settings to the server. */
export const settingsCookie = 'nlos-settings'

const looks = ['dark', 'weak', 'compact'] as const

/** The settings as a cookie value: only what differs from the defaults, so that it is mostly empty. */
export function writeSettings(settings: Settings): string {
  const text = new URLSearchParams()
  if (settings.theme !== defaultSettings.theme) text.set('theme', settings.theme)
  if (settings.color) text.set('color', settings.color.slice(1))
  for (const name of looks) if (settings[name]) text.set(name, '1')
  for (const name of switches) if (!settings[name]) text.set(name, '0')
  return text.toString()
}

/** The settings of a cookie value; whatever in it is none of ours is the default. */
export function readSettings(cookie: string | undefined): Settings {
  const text = new URLSearchParams(cookie)
  const settings = { ...defaultSettings }
  settings.theme = settingOf('theme', text.get('theme')) ?? defaultSettings.theme
  settings.color = settingOf('color', text.has('color') ? `#${text.get('color')}` : '') ?? ''
  for (const name of looks) settings[name] = text.get(name) === '1'
  for (const name of switches) settings[name] = text.get(name) !== '0'
  return settings
}

/**
 * Everything that the `html` element says about the look; style sheets read it. The black theme is dark whatever `dark`
 * says.
 */
export function lookAttributes({ theme, dark, weak, compact }: Settings) {
  return {
    'data-theme': theme,
    'data-scheme': dark || theme === 'black' ? 'dark' : 'light',
    'data-weak': weak ? 'true' : undefined,
    'data-density': compact ? 'compact' : undefined,
  } as const
}

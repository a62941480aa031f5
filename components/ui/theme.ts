import { type CssVarsTheme, extendTheme, shouldSkipGeneratingVar, type Theme } from '@mui/material/styles'
import { darkTones, deepTones, type FilledTones, gradientTones, lightTones } from './tones'

/**
 * The look of design.md as an MUI theme. Components read CSS variables only, so one theme object serves every
 * tenant: the tenant's colour is in the variables that {@link brandCss} writes into the page.
 */

/** Status has one tone each, with its own icon and word; `<tone>Tint` lies behind it. */
const lightStatus = {
  waiting: '#1766b8',
  waitingTint: '#e8f2fd',
  working: '#6a45c4',
  workingTint: '#f1edfc',
  returned: '#8f5400',
  returnedTint: '#fdf3e1',
  rejected: '#bf2c2c',
  rejectedTint: '#fdecec',
  passed: '#1a7440',
  passedTint: '#e7f6ed',
  closed: '#57606d',
  closedTint: '#eef0f3',
}
const darkStatus: typeof lightStatus = {
  waiting: '#7cb8f7',
  waitingTint: '#1a2d42',
  working: '#b6a1f2',
  workingTint: '#2a2444',
  returned: '#eab45c',
  returnedTint: '#392c15',
  rejected: '#f48d8d',
  rejectedTint: '#401f21',
  passed: '#72cf97',
  passedTint: '#17352a',
  closed: '#a8b0bc',
  closedTint: '#2c323b',
}

const surfaces = {
  light: {
    page: '#f2f4f7',
    card: '#ffffff',
    line: '#dfe4ea',
    text: '#1a2330',
    quiet: '#566170',
    faint: '#97a0ad',
  },
  dark: {
    page: '#14171c',
    card: '#1c2026',
    line: '#343b46',
    text: '#e3e7ed',
    quiet: '#a5aebb',
    faint: '#6d7684',
  },
}

function scheme(seed: string, kind: 'light' | 'dark') {
  const { page, card, line, text, quiet, faint } = surfaces[kind]
  const brand = kind === 'light' ? lightTones(seed, page) : darkTones(seed, card)
  const status = kind === 'light' ? lightStatus : darkStatus
  const solid = (main: string) => ({ main, contrastText: kind === 'light' ? '#ffffff' : '#10141a' })
  return {
    palette: {
      primary: { main: brand.main, light: brand.seed, dark: brand.strong, contrastText: brand.onMain },
      secondary: solid(status.closed),
      error: solid(status.rejected),
      warning: solid(status.returned),
      success: solid(status.passed),
      info: solid(status.waiting),
      brand: { seed: brand.seed, tint: brand.tint },
      status,
      divider: line,
      background: { default: page, paper: card },
      text: { primary: text, secondary: quiet, disabled: faint },
    },
  }
}

const fonts =
  '"PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", "Noto Sans SC", system-ui, -apple-system, sans-serif'

const float = 'var(--float)'
const shadows = ['none', ...Array.from({ length: 24 }, () => float)] as Theme['shadows']

/**
 * Variables that nothing here reads: colours of single components of MUI (their names begin with a capital) of which
 * none is in use, MUI's own greys, and the veils of white, in whose place raised surfaces have a colour of their own in
 * the dark. Every page carries all of the variables.
 */
const isUnread = ([group, name = '']: string[]) =>
  group === 'overlays' || (group === 'palette' && (name === 'grey' || /^[A-Z]/.test(name)))

/** The theme with a tenant's colour (`#rrggbb`). Only the CSS variables of two such themes differ. */
function brandTheme(seed: string): CssVarsTheme {
  return extendTheme({
    colorSchemeSelector: 'data-scheme',
    colorSchemes: { light: scheme(seed, 'light'), dark: scheme(seed, 'dark') },
    shouldSkipGeneratingVar: (keys) => shouldSkipGeneratingVar(keys) || isUnread(keys),
    shadows,
    motion: { reducedMotion: 'system' },
    shape: { borderRadius: 6 },
    spacing: 4,
    breakpoints: { values: { xs: 0, sm: 768, md: 992, lg: 1200, xl: 1600 } },
    transitions: {
      duration: {
        shortest: 120,
        shorter: 140,
        short: 160,
        standard: 180,
        complex: 200,
        enteringScreen: 180,
        leavingScreen: 140,
      },
    },
    typography: {
      fontFamily: fonts,
      fontSize: 14,
      h1: { fontSize: '1.25rem', fontWeight: 600, lineHeight: 1.5 },
      h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.5 },
      h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.5 },
      body1: { fontSize: '0.875rem', lineHeight: 1.5 },
      body2: { fontSize: '0.8125rem', lineHeight: 1.5 },
      caption: { fontSize: '0.75rem', lineHeight: 1.5 },
      button: { fontSize: '0.875rem', fontWeight: 500, lineHeight: 1.5, textTransform: 'none' },
    },
    components: {
      MuiButtonBase: { defaultProps: { disableRipple: true } },
      MuiButton: {
        defaultProps: { disableElevation: true, size: 'small' },
        styleOverrides: { root: { minWidth: 64, padding: '5px 14px', whiteSpace: 'nowrap' } },
      },
      MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
      MuiFormControl: { defaultProps: { size: 'small' } },
      MuiSelect: { defaultProps: { size: 'small' } },
      MuiOutlinedInput: {
        styleOverrides: {
          root: { backgroundColor: 'var(--mui-palette-background-paper)', fontSize: 14 },
          input: { height: 20, padding: '7px 10px' },
          multiline: { padding: '7px 10px' },
          notchedOutline: { borderColor: 'var(--control-line)' },
        },
      },
      MuiMenu: { defaultProps: { elevation: 2 } },
      MuiMenuItem: { styleOverrides: { root: { fontSize: 14, minHeight: 32, padding: '5px 16px' } } },
      MuiDialog: { styleOverrides: { paper: { borderRadius: 8 } } },
      MuiDialogTitle: {
        styleOverrides: { root: { fontSize: 16, fontWeight: 600, padding: '16px 20px 8px' } },
      },
      MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 16px' } } },
      MuiDialogActions: { styleOverrides: { root: { padding: '8px 20px 16px' } } },
      MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
      MuiTooltip: { styleOverrides: { tooltip: { fontSize: 12 } } },
    },
  })
}

/** The theme that MUI's provider takes. */
export const theme = brandTheme('#409EFF')

const ours = {
  light: {
    // A control's edge has to stand out 3:1 from the surface; the hairline between things does not.
    '--control-line': '#8b95a3',
    '--hover': '#f4f6f9',
    '--edge-shade': 'rgb(16 24 40 / 0.16)',
    '--float': '0 1px 2px rgb(16 24 40 / 8%), 0 8px 24px rgb(16 24 40 / 14%)',
    '--shade': 'rgb(16 24 40 / 40%)',
    '--water': 'rgb(26 35 48 / 5.5%)',
  },
  dark: {
    '--control-line': '#6d7787',
    '--hover': '#252a32',
    '--edge-shade': 'rgb(0 0 0 / 0.6)',
    '--float': '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%)',
    '--shade': 'rgb(0 0 0 / 55%)',
    '--water': 'rgb(227 231 237 / 5%)',
  },
}

/** The frame as the default theme has it: bar and side menu are cards like any other. */
const plainFrame = {
  '--bar': 'var(--mui-palette-background-paper)',
  '--bar-line': 'var(--mui-palette-divider)',
  '--bar-text': 'var(--mui-palette-text-primary)',
  '--bar-quiet': 'var(--mui-palette-text-secondary)',
  '--bar-hover': 'var(--hover)',
  '--bar-here': 'var(--mui-palette-brand-tint)',
  '--bar-mark': 'var(--mui-palette-primary-main)',
  '--bar-focus': 'var(--mui-palette-brand-seed)',
}

const ofSide = (frame: Record<string, string>) =>
  Object.fromEntries(Object.entries(frame).map(([name, value]) => [name.replace('--bar', '--side'), value]))

const filledFrame = (tones: FilledTones, fill = tones.fill) => ({
  '--bar': fill,
  '--bar-line': 'transparent',
  '--bar-text': tones.text,
  '--bar-quiet': tones.quiet,
  '--bar-hover': 'rgb(255 255 255 / 7%)',
  '--bar-here': 'rgb(255 255 255 / 12%)',
  '--bar-mark': tones.text,
  '--bar-focus': tones.text,
})

/** 黑色主题: neutral greys, darker than the dark mode of the other themes. */
const blackSurfaces = {
  '--mui-palette-background-default': '#0c0c0d',
  '--mui-palette-background-paper': '#161617',
  '--mui-palette-divider': '#2e2e31',
  '--mui-palette-text-primary': '#e6e6e8',
  '--mui-palette-text-secondary': '#a9a9ae',
  '--mui-palette-text-disabled': '#6e6e74',
  '--control-line': '#75757b',
  '--hover': '#212123',
  '--edge-shade': 'rgb(0 0 0 / 0.6)',
  '--bar': '#000000',
  '--side': '#0f0f10',
}

/** Tones that stay apart without red and green: told by blue, yellow and lightness. */
const weakStatus = {
  light: {
    waiting: '#3f5368',
    waitingTint: '#e9edf2',
    working: '#86286b',
    workingTint: '#f8eaf4',
    returned: '#6b5600',
    returnedTint: '#faf3d3',
    rejected: '#9c3d00',
    rejectedTint: '#fdece0',
    passed: '#005a9e',
    passedTint: '#e3f1fc',
    closed: '#57606d',
    closedTint: '#eef0f3',
  },
  dark: {
    waiting: '#b4c4d6',
    waitingTint: '#28323d',
    working: '#e6a3d2',
    workingTint: '#40233a',
    returned: '#ecd25a',
    returnedTint: '#37300f',
    rejected: '#ffa46b',
    rejectedTint: '#42250f',
    passed: '#7cc0ff',
    passedTint: '#14304a',
    closed: '#a8b0bc',
    closedTint: '#2c323b',
  },
} satisfies Record<string, typeof lightStatus>

const weakVariables = (status: typeof lightStatus) => ({
  ...Object.fromEntries(Object.entries(status).map(([name, tone]) => [`--mui-palette-status-${name}`, tone])),
  '--mui-palette-error-main': status.rejected,
  '--mui-palette-warning-main': status.returned,
  '--mui-palette-success-main': status.passed,
  '--mui-palette-info-main': status.waiting,
})

const declarations = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `${name.startsWith('--') ? name : 'color-scheme'}:${value}`)
    .join(';')

/** The four themes of specification point 9 in a tenant's colour: selector to variables. */
function themeRules(seed: string): [string, object][] {
  const colourful = (scheme: 'light' | 'dark') => ofSide(filledFrame(deepTones(seed, scheme)))
  const gradient = (scheme: 'light' | 'dark') => {
    const { from, to } = gradientTones(seed, scheme)
    const between = (angle: string) => filledFrame(from, `linear-gradient(${angle},${from.fill},${to.fill})`)
    return { ...between('90deg'), ...ofSide(between('180deg')) }
  }
  return [
    // Each element with a theme has a whole frame of its own: a theme is shown in small inside another.
    [':root,[data-theme]', { ...plainFrame, ...ofSide(plainFrame) }],
    ['[data-theme="colourful"]', colourful('light')],
    ['[data-theme="colourful"][data-scheme="dark"]', colourful('dark')],
    ['[data-theme="gradient"]', gradient('light')],
    ['[data-theme="gradient"][data-scheme="dark"]', gradient('dark')],
    ['[data-theme="black"]', blackSurfaces],
  ]
}

/**
 * The CSS variables of a colour (`#rrggbb`) in both schemes and all four themes, for a style element in the page's
 * head. The attributes that choose among them are those of `lookAttributes` in lib/domains/system/rules/settings.ts.
 */
export function brandCss(seed: string): string {
  const sheets = brandTheme(seed).generateStyleSheets()
  const rules: [string, object][] = [
    ...sheets.flatMap((sheet) => Object.entries(sheet)),
    [':root,[data-scheme="light"]', ours.light],
    ['[data-scheme="dark"]', ours.dark],
    ...themeRules(seed),
    ['[data-weak]', weakVariables(weakStatus.light)],
    ['[data-weak][data-scheme="dark"]', weakVariables(weakStatus.dark)],
  ]
  return rules
    .map(([selector, values]) => {
      const rule = `${selector}{${declarations(values)}}`
      // Paper is light.
      return /dark|black/.test(selector) ? `@media screen{${rule}}` : rule
    })
    .join('')
}

declare module '@mui/material/styles' {
  interface CssThemeVariables {
    enabled: true
  }
  interface Palette {
    brand: { seed: string; tint: string }
    status: typeof lightStatus
  }
  interface PaletteOptions {
    brand?: { seed: string; tint: string }
    status?: typeof lightStatus
  }
}

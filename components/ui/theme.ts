import { type ColorSystem, type CssVarsTheme, extendTheme, type Theme } from '@mui/material/styles'
import { darkTones, lightTones } from './tones'

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
  const brand = kind === 'light' ? lightTones(seed) : darkTones(seed, card)
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
// Raised surfaces have a colour of their own in the dark, no veil of white.
const overlays = Array.from({ length: 25 }, () => 'none') as ColorSystem['overlays']
const shadows = ['none', ...Array.from({ length: 24 }, () => float)] as Theme['shadows']

/** The theme with a tenant's colour (`#rrggbb`). Only the CSS variables of two such themes differ. */
function brandTheme(seed: string): CssVarsTheme {
  return extendTheme({
    colorSchemeSelector: 'data-scheme',
    colorSchemes: { light: scheme(seed, 'light'), dark: { ...scheme(seed, 'dark'), overlays } },
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

/** What MUI's provider takes. */
export const theme = brandTheme('#409EFF')

const ours = {
  light: {
    // A control's edge has to stand out 3:1 from the surface; the hairline between things does not.
    '--control-line': '#8b95a3',
    '--hover': '#f4f6f9',
    '--float': '0 1px 2px rgb(16 24 40 / 8%), 0 8px 24px rgb(16 24 40 / 14%)',
    '--shade': 'rgb(16 24 40 / 40%)',
    '--water': 'rgb(26 35 48 / 5.5%)',
  },
  dark: {
    '--control-line': '#6d7787',
    '--hover': '#252a32',
    '--float': '0 1px 2px rgb(0 0 0 / 40%), 0 8px 24px rgb(0 0 0 / 50%)',
    '--shade': 'rgb(0 0 0 / 55%)',
    '--water': 'rgb(227 231 237 / 5%)',
  },
}

const declarations = (values: object) =>
  Object.entries(values)
    .map(([name, value]) => `${name.startsWith('--') ? name : 'color-scheme'}:${value}`)
    .join(';')

/** The CSS variables of a tenant's colour (`#rrggbb`) in both schemes, for a style element in the page's head. */
export function brandCss(seed: string): string {
  const sheets = brandTheme(seed).generateStyleSheets()
  const rules = sheets.flatMap((sheet) => Object.entries(sheet))
  return [
    ...rules.map(([selector, values]) => `${selector}{${declarations(values)}}`),
    `:root,[data-scheme="light"]{${declarations(ours.light)}}`,
    `[data-scheme="dark"]{${declarations(ours.dark)}}`,
  ].join('')
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

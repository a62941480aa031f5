import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/settings.ts'

const settings: Shape<typeof zh> = {
  title: 'Settings',
  moreFunctions: 'More functions',
  copyright: 'Copyright',
  version: 'Current version: {version}',
  manual: 'User manual',
  releaseNotes: 'Release notes',
  on: 'On',
  off: 'Off',
  switches: 'Shown',
  showTag: 'Tabs',
  showDebug: 'Log',
  showTheme: 'Theme',
  showColor: 'Theme colour',
  showFullScren: 'Full screen',
  showLock: 'Lock screen',
  showSearch: 'Search',
  showCollapse: 'Collapse',
  showMenu: 'Top menu',

  look: 'Look',
  dark: 'Dark mode',
  weak: 'Colour-weak mode',
  compact: 'Compact layout',

  fullScreen: 'Full screen',
  exitFullScreen: 'Leave full screen',

  theme: 'Themes',
  choose: 'Choose',
  themeDefault: 'Default',
  themeColourful: 'Colourful',
  themeBlack: 'Black',
  themeGradient: 'Gradient',

  color: 'Theme colour',
  ownColor: 'Colour of your own',
  tenantColor: 'Back to default',

  language: 'Language',
  switchLanguage: '切换为中文',
  languageQuestion:
    'Changing the language loads the page anew, and {labels} holds something unsaved. Continue?',

  clearCache: 'Clear cache',
  clearCacheQuestion:
    'This clears the settings, the account and the error log kept on this machine, and reads data anew. You stay signed in and your tabs stay open. Continue?',
  clearCacheUnsaved: '{labels} holds something unsaved that clearing the cache would lose. Continue?',
  clearCacheDone: 'Cache cleared',

  log: 'Log',
  logEmpty: 'No error logs',
  logCount: '{count} error logs',
  logType: 'Type',
  logUrl: 'Address',
  logMessage: 'Content',
  logStack: 'Stack',
  logTime: 'Time',
  logUpload: 'Upload to server',
  logClear: 'Clear local logs',
  logUploadQuestion: 'Upload the local logs to the server?',
  logClearQuestion: 'Clear the local logs?',
  logUploaded: 'sent successfully!',
  logCleared: 'cleared successfully!',
  logNone: 'Errors of the page are noted here',
  script: 'Script error',
  promise: 'Unhandled rejection',
  react: 'Interface error',
  chunk: 'Failed resource',
  logLimit: 'Too many uploads, please try again later',

  newVersion: 'There is a new version: reload to use it.',
  refresh: 'Reload',
  reloadNeeded: 'A part of the page could not be loaded: there may be a new version, or no network.',
  reloadUnsaved: '{labels} holds something unsaved: save it first.',
  reload: 'Reload',
  later: 'Later',
}

export default settings

import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/settings.ts'

const settings: Shape<typeof zh> = {
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

  choose: 'Choose',
  themeDefault: 'Default',
  themeColourful: 'Colourful',
  themeBlack: 'Black',
  themeGradient: 'Gradient',

  ownColor: 'Colour of your own',
  tenantColor: 'Back to default',

  language: 'Language',

  clearCache: 'Clear cache',
  clearCacheQuestion:
    'This clears the settings, the account and the error log kept on this machine, and reads data anew. You stay signed in and your tabs stay open. Continue?',
  clearCacheUnsaved: '{labels} holds something unsaved that clearing the cache would lose. Continue?',
  clearCacheDone: 'Cache cleared',

  log: 'Log',
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
}

export default settings

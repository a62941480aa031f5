import type { Shape } from '../../shape.ts'
import type zh from '../zh-CN/tenants.ts'

const tenants: Shape<typeof zh> = {
  names: {
    titles: { adminTenants: 'Tenant and brand' },
    permissions: {
      'sys:tenant:list': 'See tenants and brands',
      'sys:tenant:save': 'Manage tenants and brands',
    },
    actions: {
      tenant: {
        save: 'Changed the tenant settings',
        picture: 'Changed a brand picture',
        official_token: 'Changed the official account token',
      },
    },
    objects: { tenant: 'Tenant' },
  },
  looks: 'Brand',
  limits: 'Screen lock and session',
  channels: 'Ways in for customers',
  operated: 'Set by deployment',
  name: 'Tenant name',
  title: 'System title',
  themeColor: 'Theme colour',
  pickColor: 'Pick the theme colour',
  themeColorWrong: 'Enter a colour such as #RRGGBB',
  lowContrast:
    'Its contrast with white is {ratio}, below {least}: texts and buttons use a darker tone, the colour itself only surfaces and edges',
  watermark: 'Watermark text',
  watermarkHint: 'A line below the name in the watermark',
  logo: 'Logo',
  favicon: 'Site icon',
  pictureHint: 'PNG, JPEG or WebP, at most 200 KB',
  pictureWrong: 'Only PNG, JPEG or WebP pictures can be uploaded',
  pictureTooLarge: 'The picture must not exceed 200 KB',
  upload: 'Upload',
  usesFile: 'As deployed',
  asDeployed: 'Left empty, as deployed: {value}',
  idleLock: 'Lock when idle',
  idleLockHint: '{asDeployed}; 0 never locks by itself',
  sessionIdle: 'Idle limit of a session',
  sessionHours: 'Longest session',
  serviceLimit: 'Left empty, the limit of the system: {value}',
  minutes: 'minutes',
  hours: 'hours',
  outOfRange: 'Enter a whole number from {from} to {to}',
  collectOpen: 'Open collection form',
  collectOpenHint: 'When on, customers need no link to fill in the form at this address',
  seal: 'Electronic seal',
  sealBy: 'Company seal',
  sealKeepers: { own: 'Own certificate', provider: 'Seal provider' },
  sealHint:
    'Contracts are sealed when everybody has signed. A seal provider is sent the hash of each contract by the outside service for seals, and gives the signature back',
  official: 'Official-account interface',
  officialOn: 'On',
  officialOff: 'Off',
  newToken: 'Make a token',
  renewToken: 'Replace the token',
  stopToken: 'Switch off',
  tokenQuestion: 'The present token ends at once. Continue?',
  stopQuestion: 'No more official-account messages will be taken. Continue?',
  tokenOnce: 'The token is shown this once; keep it now',
  hosts: 'Hosts',
  frameHosts: 'Hosts allowed in frames',
  noFrameHosts: 'None',
  operatedHint:
    'Hosts and the hosts allowed in frames stand in TENANTS_FILE; ask your operator to change them',
  saved: 'Saved; every page follows at once',
  save: 'Save',
}

export default tenants

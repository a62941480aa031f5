import { type Permission, permissions } from './roles.ts'

/** The groups under which permissions are given, in the order of an order's life; administration last. */
export const permissionGroups = [
  'order',
  'review',
  'contract',
  'capital',
  'release',
  'loan',
  'customer',
  'product',
  'admin',
] as const
export type PermissionGroup = (typeof permissionGroups)[number]

/** Those of the screens of 系统管理, by the name of the screen, need no row: they are all of administration. */
type SystemPermission = Extract<Permission, `sys:${string}`>

const groups: Readonly<Record<Exclude<Permission, SystemPermission>, PermissionGroup>> = {
  'order:view': 'order',
  'order:create': 'order',
  'order:submit_pre': 'order',
  'order:entry': 'order',
  'order:submit_first': 'order',
  'order:change_terms': 'order',
  'order:milestone': 'order',
  'order:void': 'order',
  'order:void_later': 'order',
  'order:transfer': 'order',
  'order:undo_review': 'review',
  'order:export': 'order',
  'order:internal': 'order',
  'order:claim_pre': 'review',
  'order:decide_pre': 'review',
  'order:claim_first': 'review',
  'order:decide_first': 'review',
  'order:claim_risk': 'review',
  'order:decide_risk': 'review',
  'order:decide_risk_large': 'review',
  'order:reconsider': 'review',
  'scene:view': 'review',
  'scene:save': 'review',
  'diligence:order': 'review',
  'diligence:fill': 'review',
  'contract:generate': 'contract',
  'contract:template': 'contract',
  'sms:view': 'contract',
  'sms:send': 'contract',
  'card:view': 'contract',
  'card:bind': 'contract',
  'card:check': 'contract',
  'interview:handle': 'contract',
  'material:upload': 'contract',
  'material:review': 'contract',
  'gps:stock': 'contract',
  'gps:fit': 'contract',
  'capital:push': 'capital',
  'capital:decide': 'capital',
  'payment:register': 'release',
  'release:make': 'release',
  'release:check': 'release',
  'release:undo': 'release',
  'release:confirm': 'release',
  'account:save': 'release',
  'account:check': 'release',
  'loan:view': 'loan',
  'loan:register': 'loan',
  'loan:propose': 'loan',
  'loan:check': 'loan',
  'loan:write_off': 'loan',
  'ledger:view': 'loan',
  'ledger:close': 'loan',
  'ledger:check': 'loan',
  'fund_flow:view': 'loan',
  'fund_flow:import': 'loan',
  'fund_flow:match': 'loan',
  'service_fee:save': 'loan',
  'service_fee:confirm': 'loan',
  'balance:view': 'release',
  'balance:save': 'release',
  'balance:check': 'release',
  'funder:view': 'capital',
  'funder:save': 'capital',
  'funder:check': 'capital',
  'partner:view': 'product',
  'partner:save': 'product',
  'archive:view': 'customer',
  'archive:mail': 'customer',
  'archive:keep': 'customer',
  'archive:apply': 'customer',
  'archive:approve': 'customer',
  'opening:view': 'customer',
  'opening:save': 'customer',
  'opening:first': 'customer',
  'opening:check': 'customer',
  'customer:view': 'customer',
  'customer:save': 'customer',
  'sensitive:view': 'customer',
  'visit:manage': 'customer',
  'product:view': 'product',
  'product:save': 'product',
  'product:publish': 'product',
  'menu:manage': 'admin',
  'dict:manage': 'admin',
  'notice:send': 'admin',
}

const isSystem = (permission: Permission): permission is SystemPermission => permission.startsWith('sys:')

const groupOf = (permission: Permission): PermissionGroup =>
  isSystem(permission) ? 'admin' : groups[permission]

/** The permissions of a group, in the order of the table of permissions. */
export const permissionsIn = (group: PermissionGroup): Permission[] =>
  permissions.filter((permission) => groupOf(permission) === group)

/** The permissions that make an administrator: nobody gives one that he does not hold. */
export const adminPermissions: readonly Permission[] = permissionsIn('admin')

/** Roles of domain.md 1.2 with their permissions and data scope: seed of `sys_role`, and what tests sign in as. */

/** What makes an administrator; see permission-groups.ts. */
const administration = [
  'sys:user:list',
  'sys:user:save',
  'sys:role:list',
  'sys:role:save',
  'menu:manage',
  'dict:manage',
  'notice:send',
  'sys:tenant:list',
  'sys:tenant:save',
  'sys:notice:list',
  'sys:notice:save',
  'sys:seat:list',
  'sys:seat:save',
  'sys:blacklist:list',
  'sys:blacklist:save',
  'sys:courier:list',
  'sys:courier:save',
  'sys:closing:list',
  'sys:closing:run',
  'sys:loginlog:list',
  'sys:operationlog:list',
  'sys:operationlog:export',
  'sys:online:list',
  'sys:online:end',
  'sys:feedback:list',
  'sys:feedback:save',
  'sys:errorlog:list',
  'sys:errorlog:save',
  'sys:job:list',
  'sys:job:save',
  'sys:outside:list',
  'sys:outside:save',
] as const

/** Every permission string, `object:action`. */
export const permissions = [
  'order:view',
  'order:create',
  'order:submit_pre',
  'order:claim_pre',
  'order:decide_pre',
  'order:entry',
  'order:submit_first',
  'order:claim_first',
  'order:decide_first',
  'order:claim_risk',
  'order:decide_risk',
  'order:decide_risk_large',
  'order:reconsider',
  'order:change_terms',
  'scene:view',
  'scene:save',
  'order:milestone',
  'order:void',
  'order:void_later',
  'order:transfer',
  'order:undo_review',
  'order:export',
  'order:internal',
  'diligence:order',
  'diligence:fill',
  'contract:generate',
  'contract:template',
  'sms:view',
  'sms:send',
  'card:view',
  'card:bind',
  'card:check',
  'interview:handle',
  'capital:push',
  'capital:decide',
  'release:make',
  'release:check',
  'release:undo',
  'release:confirm',
  'account:save',
  'account:check',
  'material:upload',
  'material:review',
  'payment:register',
  'loan:view',
  'loan:register',
  'loan:propose',
  'loan:check',
  'loan:write_off',
  'ledger:view',
  'ledger:close',
  'ledger:check',
  'fund_flow:view',
  'fund_flow:import',
  'fund_flow:match',
  'service_fee:save',
  'service_fee:confirm',
  'gps:stock',
  'gps:fit',
  'sensitive:view',
  'opening:view',
  'opening:save',
  'opening:first',
  'opening:check',
  'balance:view',
  'balance:save',
  'balance:check',
  'customer:view',
  'customer:save',
  'visit:manage',
  'product:view',
  'product:save',
  'product:publish',
  ...administration,
] as const

export type Permission = (typeof permissions)[number]

/** Whose rows a user sees: the own ones, the own org unit's, the org unit's subtree, the tenant's. */
export type DataScope = 'self' | 'dept' | 'org_tree' | 'all'

export type RoleDefinition = {
  /** Chinese name, stored with the role; a tenant may rename it. */
  label: string
  dataScope: DataScope
  permissions: readonly Permission[]
}

export const roles = {
  shop_user: {
    label: '门店客户经理',
    dataScope: 'dept',
    permissions: [
      'order:view',
      'order:create',
      'order:submit_pre',
      'order:milestone',
      'material:upload',
      'gps:fit',
      'opening:view',
      'balance:view',
    ],
  },
  channel_mgr: {
    label: '渠道经理',
    dataScope: 'org_tree',
    permissions: ['order:view', 'opening:view', 'opening:save', 'balance:view'],
  },
  entry_clerk: {
    label: '录单员',
    dataScope: 'org_tree',
    permissions: [
      'order:view',
      'order:create',
      'order:submit_pre',
      'order:entry',
      'order:submit_first',
      'order:change_terms',
      'order:void',
      'order:export',
      'order:internal',
      'material:upload',
      'sensitive:view',
    ],
  },
  pre_reviewer: {
    label: '运营预审员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:claim_pre',
      'order:decide_pre',
      'order:export',
      'order:internal',
      'sensitive:view',
      'customer:view',
      'customer:save',
    ],
  },
  first_reviewer: {
    label: '运营初审员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:claim_first',
      'order:decide_first',
      'diligence:order',
      'order:void_later',
      'order:export',
      'order:internal',
      'sensitive:view',
      'customer:view',
      'customer:save',
    ],
  },
  risk_officer: {
    label: '风控审批',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:claim_risk',
      'order:decide_risk',
      'scene:view',
      'diligence:order',
      'order:export',
      'order:internal',
      'sensitive:view',
      'customer:view',
      'customer:save',
    ],
  },
  risk_manager: {
    label: '风控经理',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:claim_risk',
      'order:decide_risk',
      'order:decide_risk_large',
      'order:reconsider',
      'scene:view',
      'scene:save',
      'diligence:order',
      'order:transfer',
      'order:undo_review',
      'order:export',
      'order:internal',
      'sensitive:view',
      'customer:view',
      'customer:save',
      'product:view',
      'sys:blacklist:list',
      'sys:blacklist:save',
      'loan:view',
      'loan:write_off',
      'opening:view',
      'opening:check',
    ],
  },
  dd_officer: {
    label: '尽调员',
    dataScope: 'self',
    permissions: ['order:view', 'order:internal', 'diligence:fill', 'material:upload'],
  },
  contract_clerk: {
    label: '合同专员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:milestone',
      'order:internal',
      'contract:generate',
      'contract:template',
      'sms:view',
      'sms:send',
      'card:view',
      'card:bind',
      'interview:handle',
      'sensitive:view',
    ],
  },
  material_clerk: {
    label: '材料/抵押专员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:milestone',
      'order:internal',
      'material:upload',
      'material:review',
      'gps:stock',
      'gps:fit',
    ],
  },
  capital_mgr: {
    label: '资方专员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:milestone',
      'order:export',
      'order:internal',
      'capital:push',
      'capital:decide',
      'loan:view',
      'service_fee:save',
    ],
  },
  cashier: {
    label: '出纳',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:milestone',
      'order:internal',
      'card:view',
      'release:make',
      'account:save',
      'payment:register',
      'loan:view',
      'loan:register',
      'ledger:view',
      'ledger:close',
      'fund_flow:view',
      'fund_flow:import',
      'fund_flow:match',
      'balance:view',
      'balance:save',
    ],
  },
  finance_checker: {
    label: '财务复核',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:export',
      'order:internal',
      'release:check',
      'release:undo',
      'account:check',
      'card:view',
      'card:check',
      'loan:view',
      'loan:check',
      'ledger:view',
      'ledger:check',
      'fund_flow:view',
      'service_fee:confirm',
      'balance:view',
      'balance:check',
    ],
  },
  archivist: {
    label: '档案管理员',
    dataScope: 'all',
    permissions: ['order:view', 'sys:courier:list', 'sys:courier:save'],
  },
  service_agent: {
    label: '客服/回访员',
    dataScope: 'all',
    permissions: ['order:view', 'customer:view', 'visit:manage', 'sms:view', 'loan:view'],
  },
  postloan: {
    label: '贷后专员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'order:internal',
      'order:export',
      'sms:view',
      'sms:send',
      'card:view',
      'card:bind',
      'customer:view',
      'loan:view',
      'loan:register',
      'loan:propose',
    ],
  },
  collector: {
    label: '催收员',
    dataScope: 'self',
    permissions: ['order:view', 'loan:view'],
  },
  collect_manager: {
    label: '催收主管',
    dataScope: 'all',
    permissions: ['order:view', 'order:export', 'customer:view', 'loan:view', 'loan:propose'],
  },
  branch_mgr: {
    label: '分公司经理',
    dataScope: 'org_tree',
    permissions: ['order:view', 'opening:view', 'opening:first', 'balance:view'],
  },
  report_viewer: {
    label: '管理层',
    dataScope: 'all',
    permissions: ['order:view', 'loan:view', 'ledger:view', 'opening:view', 'balance:view'],
  },
  admin: {
    label: '系统管理员',
    dataScope: 'all',
    permissions: [
      'order:view',
      'product:view',
      'product:save',
      'product:publish',
      'contract:template',
      // Of two who say that money came back, the second.
      'release:confirm',
      ...administration,
    ],
  },
} as const satisfies Record<string, RoleDefinition>

export type RoleCode = keyof typeof roles

export const roleCodes = Object.keys(roles) as RoleCode[]

/** The role of somebody for whom the server gives none (specification point 6); it holds nothing. */
export const placeholderRole = 'none'

export const rolesOrPlaceholder = (given: string[]): string[] =>
  given.length > 0 ? given : [placeholderRole]

/** Permissions that a set of roles gives together, in the order of the table; unknown role codes give none. */
export function permissionsOf(codes: readonly string[]): Permission[] {
  const held = new Set(
    codes.flatMap((code) => (Object.hasOwn(roles, code) ? roles[code as RoleCode].permissions : [])),
  )
  return permissions.filter((permission) => held.has(permission))
}

/** Roles that hold a permission by default. */
export function rolesWith(permission: Permission): RoleCode[] {
  return roleCodes.filter((code) => permissionsOf([code]).includes(permission))
}

/** From the narrowest to the widest. */
export const dataScopes = ['self', 'dept', 'org_tree', 'all'] as const satisfies readonly DataScope[]

export const isDataScope = (text: string): text is DataScope =>
  (dataScopes as readonly string[]).includes(text)

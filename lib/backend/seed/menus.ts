import type { Permission } from '../../rules/roles.ts'

export type MenuSeed = {
  name: string
  /** The label in English; the other one where it is not given. */
  nameEn?: string
  url: string
  icon: string
  /** The registered screen of a path that no folder serves. */
  remark?: string
  for?: Permission
  below?: MenuSeed[]
}

/** The screens that are built. A group has the URL its screens share; nobody navigates to it. */
export const menuTree: readonly MenuSeed[] = [
  {
    name: '业务办理',
    nameEn: 'Business',
    url: '/business-work',
    icon: 'work',
    below: [
      { name: '首页', nameEn: 'Home', url: '/wel/index', icon: 'home' },
      {
        name: '进件管理',
        nameEn: 'Intake',
        url: '/create',
        icon: 'intake',
        for: 'order:view',
        below: [
          {
            name: '进件列表',
            nameEn: 'Intake list',
            url: '/create/index',
            icon: 'list',
            for: 'order:create',
          },
          { name: '进件', nameEn: 'Intake', url: '/create/shenfen', icon: 'person-add', for: 'order:create' },
          {
            name: '客户审核流程',
            nameEn: 'Customer review flow',
            url: '/create/history',
            icon: 'history',
            for: 'order:view',
          },
        ],
      },
      {
        name: '审核管理',
        nameEn: 'Reviews',
        url: '/mycheopeone',
        icon: 'review',
        for: 'order:claim_pre',
        below: [
          {
            name: '预审池',
            nameEn: 'Pre-review pool',
            url: '/mycheopeone/index',
            icon: 'pool',
            for: 'order:claim_pre',
          },
        ],
      },
      {
        name: '订单管理',
        nameEn: 'Orders',
        url: '/order',
        icon: 'order',
        for: 'order:view',
        below: [
          { name: '订单查询', nameEn: 'Order query', url: '/order/query', icon: 'search', for: 'order:view' },
        ],
      },
    ],
  },
  {
    name: '系统管理',
    nameEn: 'Administration',
    url: '/sys',
    icon: 'gear',
    for: 'menu:manage',
    below: [
      { name: '用户管理', nameEn: 'Users', url: '/sys/user', icon: 'people', for: 'sys:user:list' },
      { name: '角色权限', nameEn: 'Roles', url: '/sys/role', icon: 'key', for: 'sys:role:list' },
      { name: '菜单管理', nameEn: 'Menus', url: '/sys/menu', icon: 'tree', for: 'menu:manage' },
      { name: '字典管理', nameEn: 'Dictionaries', url: '/sys/dictionary', icon: 'book', for: 'dict:manage' },
      {
        name: '租户与品牌',
        nameEn: 'Tenant and brand',
        url: '/sys/tenant',
        icon: 'palette',
        for: 'sys:tenant:list',
      },
      { name: '坐席管理', nameEn: 'Seats', url: '/sys/seat', icon: 'phone', for: 'sys:seat:list' },
      { name: '通知公告', nameEn: 'Notices', url: '/sys/notice', icon: 'bell', for: 'sys:notice:list' },
      { name: '登录日志', nameEn: 'Login log', url: '/sys/loginlog', icon: 'key', for: 'sys:loginlog:list' },
      {
        name: '操作日志',
        nameEn: 'Operation log',
        url: '/sys/operationlog',
        icon: 'history',
        for: 'sys:operationlog:list',
      },
      { name: '在线用户', nameEn: 'Online users', url: '/sys/online', icon: 'eye', for: 'sys:online:list' },
      {
        name: '问题反馈',
        nameEn: 'Feedback',
        url: '/sys/feedback',
        icon: 'pencil',
        for: 'sys:feedback:list',
      },
      { name: '错误日志', nameEn: 'Error log', url: '/sys/errorlog', icon: 'bug', for: 'sys:errorlog:list' },
    ],
  },
]

/** Every entry of the menu that a screen answers. */
export const menuScreens = (entries: readonly MenuSeed[] = menuTree): MenuSeed[] =>
  entries.flatMap((entry) => (entry.below ? menuScreens(entry.below) : [entry]))

import type { MenuSeed } from './menus.ts'
import { offerMenus } from './offer-menus.ts'

/** Behind all that every tenant has. */
const lastSort = 900

const examples: MenuSeed[] = [
  {
    name: '菜单示例',
    url: '/menu-examples',
    icon: 'list',
    for: ['menu:manage'],
    below: [
      {
        name: '订单一览',
        url: '/menu-examples/orders',
        icon: 'search',
        remark: 'order/query',
      },
      {
        name: '未登记的组件',
        url: '/menu-examples/unknown',
        icon: 'list',
        remark: 'no/such/screen',
      },
      { name: '外部系统', url: 'https://portal.nlos.example/desk', icon: 'pool' },
      {
        name: '不允许的地址',
        url: 'https://elsewhere.example/',
        icon: 'pool',
      },
    ],
  },
]

/**
 * Everything that a menu can show beside the screens of the console: for the administrator of a demo tenant to look at.
 */
export const seedMenuExamples = (): Promise<void> => offerMenus(examples, () => true, null, lastSort)

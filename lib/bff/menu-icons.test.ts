import { menuIcons } from '../menu-icons.ts'
import { iconsIn } from './menu-icons.ts'

const entry = { id: 1, name: '贷后', url: '/x', icon: '', remark: '', meta: {}, subMenus: [] }

test('a browser gets each icon of its menu once, on any level, and no other', () => {
  const menus = [
    {
      ...entry,
      icon: 'work',
      subMenus: [
        { ...entry, icon: 'list' },
        { ...entry, icon: 'work' },
      ],
    },
    { ...entry, icon: 'no-such-icon' },
    { ...entry, icon: 'constructor' },
  ]
  expect(iconsIn(menus)).toEqual({ work: menuIcons.work, list: menuIcons.list })
})

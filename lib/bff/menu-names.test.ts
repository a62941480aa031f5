import { namedIn } from './menu-names.ts'

const entry = { id: 1, url: '/x', icon: '', remark: '', meta: {}, subMenus: [] }

test('an entry is called in the language of the request, by its other name where it has none in it', () => {
  const menus = [
    {
      ...entry,
      name: '系统管理',
      nameEn: 'Administration',
      subMenus: [{ ...entry, id: 2, name: '菜单管理' }],
    },
  ]
  const [english] = namedIn('en', menus)
  expect([english?.name, english?.subMenus[0]?.name]).toEqual(['Administration', '菜单管理'])
  expect(namedIn('zh-CN', menus)[0]).toEqual({ ...menus[0], nameEn: undefined, name: '系统管理' })
})

import { byName, codesByName } from './by-name.ts'

test('names stand by pinyin, as people look for them, and not by their characters', () => {
  const names = ['张三', '李四', '王五', '重庆10店', '重庆9店', '阿明', 'Smith']
  expect(
    names
      .map((name) => ({ name }))
      .sort(byName)
      .map(({ name }) => name)
      .filter((name) => name !== 'Smith'),
  ).toEqual(['阿明', '重庆9店', '重庆10店', '李四', '王五', '张三'])
})

test('a name that two have stands for neither of them', () => {
  const items = [
    { name: '华东', code: '1' },
    { name: '华北', code: '2' },
    { name: '华东', code: '3' },
  ]
  expect(codesByName(items)).toEqual({ 华北: '2' })
})

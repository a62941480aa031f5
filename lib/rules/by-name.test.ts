import { byName } from './by-name.ts'

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

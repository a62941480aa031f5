import { expect, test } from '../support/desk.ts'
import { drawPage } from '../support/pictures.ts'
import { screens, showScreen } from '../support/screens.ts'
import { openSettings, topButton } from '../support/settings.ts'

const home = screens.find(({ name }) => name === 'home')

test('pictures of the themes, of the settings drawer and of the error log', async ({ signIn }) => {
  if (!home) throw new Error('home is no screen')
  const page = await signIn(home.person)
  for (const [label, name] of [
    ['炫彩主题', 'colourful'],
    ['黑色主题', 'black'],
    ['渐变主题', 'gradient'],
    ['默认主题', 'default'],
  ] as const) {
    await topButton(page, '特色主题').click()
    await page.getByRole('menuitemradio', { name: label }).click()
    await expect(page.getByRole('menu')).toBeHidden()
    if (name === 'default') continue
    await showScreen(page, home)
    await drawPage(page, `theme-${name}-1440`)
  }
  await openSettings(page)
  await drawPage(page, 'settings-1440')
  await page.keyboard.press('Escape')

  await page.evaluate(() => {
    const error = {
      type: 'script',
      message: 'TypeError: value is not a function',
      stack: 'TypeError: value is not a function\n    at onClick (/_next/static/chunks/example.js:1:2345)',
      info: '',
      url: '/order/query',
      time: Date.now(),
    }
    const record = { dataType: 'object', content: [error], datetime: Date.now() }
    localStorage.setItem('nlos-error-log', JSON.stringify(record))
    window.dispatchEvent(new StorageEvent('storage', { key: 'nlos-error-log' }))
  })
  await topButton(page, '1条错误日志').click()
  await expect(page.getByRole('dialog', { name: '日志' })).toBeVisible()
  await drawPage(page, 'error-log-1440')
})

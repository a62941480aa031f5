import { defineConfig } from '@playwright/test'

/** Run by scripts/journeys.mjs, which starts the server and names it and the Chromium. */
export default defineConfig({
  outputDir: process.env.E2E_OUTPUT ?? '../test-results/journeys',
  forbidOnly: true,
  workers: 1,
  timeout: 180_000,
  expect: { timeout: 30_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? '../test-results/journeys.json' }]],
  use: {
    baseURL: process.env.BASE_URL ?? 'http://localhost:3000',
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A frame without an origin in a process of its own would ask for its script where no test answers. The others
        // are Chromium's own: for each window it would draw the popups of its address bar, at the cost of a page of ours.
        '--disable-features=IsolateSandboxedIframes,WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled',
      ],
    },
  },
  projects: [
    { name: 'journeys', testMatch: '{journeys,frame}/*.spec.ts' },
    { name: 'two-processes', testDir: './two-processes' },
    { name: 'screenshots', testDir: './screenshots' },
  ],
})

import { defineConfig } from '@playwright/test'

import { ownServer, servers } from './support/servers.ts'

/** Run by scripts/journeys.mjs, which starts the servers and names them and the Chromium. */
export default defineConfig({
  outputDir: process.env.E2E_OUTPUT ?? '../test-results/journeys',
  forbidOnly: true,
  workers: servers.length,
  // Limits for what hangs, and no measure: a slow hour of the machine is no fault.
  timeout: 900_000,
  expect: { timeout: 60_000 },
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? '../test-results/journeys.json' }]],
  use: {
    baseURL: ownServer,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    trace: 'off',
    // Ends what presses something that never comes, long before its test is over.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    launchOptions: {
      executablePath: process.env.CHROMIUM_SHELL ?? process.env.CHROMIUM_PATH,
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
    { name: 'journeys', testMatch: '{journeys,frame,long}/*.spec.ts' },
    { name: 'two-processes', testDir: './two-processes' },
    { name: 'screenshots', testDir: './screenshots' },
  ],
})

import type { Metadata, Viewport } from 'next'
import { cookies } from 'next/headers'
import type { ReactNode } from 'react'
// In the files of every page once, instead of in those of each error page again.
import '@/components/ui/error-page'
import { brandCss } from '@/components/ui/theme'
import { Toaster } from '@/components/ui/toaster'
import { BoundedMap } from '@/lib/bff/bounded-map'
import { getBrand } from '@/lib/bff/page-session'
import { lookAttributes, readSettings, settingsCookie } from '@/lib/domains/system/rules/settings'
import { MessagesProvider } from '@/lib/i18n/messages-provider'
import './global.css'

/** The favicon of the host's brand. Titles are the pages' own: a console page is named after its tab. */
export async function generateMetadata(): Promise<Metadata> {
  const brand = await getBrand()
  return { applicationName: brand.title, icons: { icon: brand.favicon }, robots: { index: false } }
}

export const viewport: Viewport = { width: 'device-width', initialScale: 1 }

// People choose their own colours: the least recently used goes.
const cssBySeed = new BoundedMap<string>(200)

/** The variables of a colour, made once: they are the same for every page. */
function cssOf(seed: string): string {
  const css = cssBySeed.get(seed) ?? brandCss(seed)
  cssBySeed.set(seed, css, Number.POSITIVE_INFINITY)
  return css
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  const [brand, jar] = await Promise.all([getBrand(), cookies()])
  const settings = readSettings(jar.get(settingsCookie)?.value)
  return (
    <html lang="zh-CN" {...lookAttributes(settings)}>
      <head>
        <style>{cssOf(settings.color || brand.themeColor)}</style>
      </head>
      <body>
        <MessagesProvider>
          {children}
          <Toaster />
        </MessagesProvider>
      </body>
    </html>
  )
}

'use client'
import { useConfirm } from '@/components/ui/confirm'
import { keepCookie } from '@/lib/client/cookie'
import { leaveFreely } from '@/lib/client/unload-guard'
import { localeCookie } from '@/lib/i18n/locale'
import { useT } from '@/lib/i18n/use-t'
import { TopButton } from './top-button'
import { useUnsaved } from './use-unsaved'

/**
 * 语言: the other language of the two. The page is loaded anew, because its server parts speak too; tabs come back, and
 * what would be lost is asked about first.
 */
export function LanguageButton() {
  const t = useT()
  const confirm = useConfirm()
  const unsaved = useUnsaved()

  async function change() {
    const labels = unsaved()
    if (labels && !(await confirm({ message: t('shell.languageQuestion', { labels }), tone: 'danger' }))) {
      return
    }
    keepCookie(localeCookie, document.documentElement.lang === 'en' ? 'zh-CN' : 'en')
    leaveFreely()
    window.location.reload()
  }
  return <TopButton icon="language" label={t('shell.switchLanguage')} onClick={() => void change()} />
}

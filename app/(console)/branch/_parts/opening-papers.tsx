'use client'
import { FileText, Trash2 } from 'lucide'
import { useState } from 'react'
import uploads from '@/components/form/upload.module.css'
import { SingleUpload } from '@/components/materials/single-upload'
import { IconButton } from '@/components/ui/action-button'
import { useConfirm } from '@/components/ui/confirm'
import { Icon } from '@/components/ui/icon'
import { lazyPart } from '@/components/ui/lazy-part'
import { fileUrl } from '@/lib/client/download'
import { useHasPermission } from '@/lib/client/permission'
import { useApiMutation } from '@/lib/client/query'
import { useSession } from '@/lib/client/session'
import { smaller } from '@/lib/client/smaller-picture'
import { type OpeningDetail, openings } from '@/lib/domains/openings/contract'
import {
  mayAddFile,
  mayRemoveFile,
  type OpeningPaper,
  openingLimits,
  openingPapers,
  requiredPapers,
} from '@/lib/domains/openings/rules/opening'
import { useT } from '@/lib/i18n/use-t'
import styles from './openings.module.css'

// Parts that open on a click come with it.
const PictureDialog = lazyPart(() => import('./opening-picture'))

type File = OpeningDetail['files'][number]
const isDrawn = ({ mime }: File) => mime.startsWith('image/')

/** 附件 of an opening, paper by paper: what its applicant sends, and what its reviewers look at. */
export default function OpeningPapers({ of }: { of: OpeningDetail }) {
  const { id: me } = useSession().user
  const maySave = useHasPermission('opening:save')
  const [shown, setShown] = useState<File>()
  const who = { id: me, permissions: maySave ? ['opening:save'] : [] }
  const required = requiredPapers(of.kind, of.shop?.shopType)
  const mayAdd = mayAddFile(of, who)
  const papers = openingPapers.filter(
    (paper) => required.includes(paper) || mayAdd || of.files.some((file) => file.paper === paper),
  )
  const pictures = of.files.filter(isDrawn)
  return (
    <div className={styles.papers}>
      {papers.map((paper) => (
        <Paper
          key={paper}
          of={of}
          paper={paper}
          isRequired={required.includes(paper)}
          mayAdd={mayAdd}
          mayRemove={mayRemoveFile(of, who)}
          onOpen={setShown}
        />
      ))}
      {shown && (
        <PictureDialog
          openingId={of.id}
          pictures={pictures}
          shown={shown}
          onGo={setShown}
          onClose={() => setShown(undefined)}
        />
      )}
    </div>
  )
}

function Paper({
  of,
  paper,
  isRequired,
  mayAdd,
  mayRemove,
  onOpen,
}: {
  of: OpeningDetail
  paper: OpeningPaper
  isRequired: boolean
  mayAdd: boolean
  mayRemove: boolean
  onOpen: (file: File) => void
}) {
  const t = useT()
  const word = t(`openings.papers.${paper}`)
  const files = of.files.filter((file) => file.paper === paper)
  const prepare = async (chosen: globalThis.File) => {
    const picture = chosen.type === 'application/pdf' ? chosen : await smaller(chosen)
    return picture === chosen ? chosen : new globalThis.File([picture], `${word}.jpg`, { type: picture.type })
  }
  return (
    <fieldset className={uploads.item}>
      <legend>
        {word}
        {isRequired && (
          <span className={uploads.required} title={t('openings.paperRequired')}>
            *
          </span>
        )}
      </legend>
      {files.length > 0 && (
        <div className={uploads.files}>
          {files.map((file) => (
            <Stored key={file.id} openingId={of.id} file={file} mayRemove={mayRemove} onOpen={onOpen} />
          ))}
        </div>
      )}
      {files.length === 0 && !mayAdd && <p className={styles.noFile}>{t('openings.noFile')}</p>}
      {mayAdd && files.length < openingLimits.files && (
        <div className={styles.upload}>
          <SingleUpload
            place={{ kind: 'opening', id: of.id, paper }}
            prepare={prepare}
            size="small"
            label={t('openings.upload')}
            name={t('openings.uploadOf', { paper: word })}
            accept={paper === 'photo' ? 'image/png,image/jpeg' : 'image/png,image/jpeg,application/pdf'}
          />
        </div>
      )}
    </fieldset>
  )
}

function Stored({
  openingId,
  file,
  mayRemove,
  onOpen,
}: {
  openingId: number
  file: File
  mayRemove: boolean
  onOpen: (file: File) => void
}) {
  const t = useT()
  const confirm = useConfirm()
  const { name } = file
  const remove = useApiMutation(openings.removeFile)
  const open = t('openings.openFile', { name })
  const at = { id: openingId, fileId: file.id }
  return (
    <div className={uploads.stored}>
      {isDrawn(file) ? (
        <button type="button" className={uploads.thumb} aria-label={open} onClick={() => onOpen(file)}>
          <img src={fileUrl(openings.file, { ...at, thumb: '1' })} alt="" loading="lazy" />
        </button>
      ) : (
        <a className={uploads.thumb} aria-label={open} href={fileUrl(openings.file, at)} download={name}>
          <Icon name={FileText} size={32} />
        </a>
      )}
      <span className={uploads.name} title={name}>
        {name}
      </span>
      {mayRemove && (
        <IconButton
          icon={Trash2}
          size="small"
          busy={remove.isPending}
          label={t('openings.removeFile', { name })}
          onClick={async () => {
            const message = t('openings.removeFileAsk', { name })
            if (await confirm({ message, tone: 'danger' })) remove.mutate(at)
          }}
        />
      )}
    </div>
  )
}

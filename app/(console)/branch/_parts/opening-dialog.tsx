'use client'
import { useQuery } from '@tanstack/react-query'
import { CitiesField } from '@/components/form/cities-field'
import { CodesField } from '@/components/form/codes-field'
import { fieldsFor } from '@/components/form/fields-for'
import { FormDialog } from '@/components/form/form-dialog'
import { useCheckedForm } from '@/components/form/use-checked-form'
import { toast } from '@/components/ui/toast'
import { call } from '@/lib/client/call'
import { callOptions, codeOptions, dictionaryOptions } from '@/lib/client/options'
import { q } from '@/lib/client/query'
import { type OpeningDetail, type OpeningRow, openings } from '@/lib/domains/openings/contract'
import {
  grades,
  type OpeningKind,
  openingLimits,
  rebateModes,
  shopTypes,
} from '@/lib/domains/openings/rules/opening'
import type { MessageKey } from '@/lib/i18n/translator'
import { useT } from '@/lib/i18n/use-t'

type Values = {
  name: string
  shortName: string
  shopType: (typeof shopTypes)[number]
  channelId: string
  branchId: string
  uscc: string
  legalName: string
  contactName: string
  contactMobile: string
  principal: string
  principalMobile: string
  region: string[]
  address: string
  businessScope: string[]
  mainBrands: string
  agreementTo: string
  rebateMode: (typeof rebateModes)[number]
  rebateValue: string
  rating: (typeof grades)[number]
  account: string
  level: (typeof grades)[number]
  cities: string[]
  coopFrom: string
  coopTo: string
  rebateRate: string
  depositRequired: string
  quota: string
}
const F = fieldsFor<Values>()

const nothing: Values = {
  name: '',
  shortName: '',
  shopType: '4S',
  channelId: '',
  branchId: '',
  uscc: '',
  legalName: '',
  contactName: '',
  contactMobile: '',
  principal: '',
  principalMobile: '',
  region: [],
  address: '',
  businessScope: [],
  mainBrands: '',
  agreementTo: '',
  rebateMode: rebateModes[1],
  rebateValue: '0.0100',
  rating: 'B',
  account: '',
  level: 'B',
  cities: [],
  coopFrom: '',
  coopTo: '',
  rebateRate: '0.0100',
  depositRequired: '0.00',
  quota: '0.00',
}

const required: Record<OpeningKind, readonly (keyof Values)[]> = {
  shop: [
    'name',
    'channelId',
    'branchId',
    'contactName',
    'contactMobile',
    'region',
    'address',
    'agreementTo',
    'rebateValue',
    'account',
  ],
  branch: ['name', 'region', 'address', 'principal', 'principalMobile'],
  channel: ['name', 'uscc', 'cities', 'coopFrom', 'coopTo', 'rebateRate', 'depositRequired', 'quota'],
}
const mobileFields: readonly (keyof Values)[] = ['contactMobile', 'principalMobile']
const findings = (kind: OpeningKind, isNew: boolean) => (values: Values) =>
  Object.fromEntries(
    required[kind]
      .filter((field) => isNew || !mobileFields.includes(field))
      .flatMap((field): [string, MessageKey][] =>
        values[field].length === 0 ? [[field, 'rules.required']] : [],
      ),
  )

const named = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })
const channelChoices = callOptions(openings.places, {}, ({ channels }) => channels.map(named))
const branchChoices = callOptions(openings.places, {}, ({ branches }) => branches.map(named))
const gradeOptions = codeOptions('openings.grades', grades)
const typeOptions = codeOptions('openings.shopTypes', shopTypes)
const modeOptions = codeOptions('openings.rebateModes', rebateModes)
const scopeOptions = dictionaryOptions('biz_mode')

/** 新增 of a kind, or 修改 of one: what waits is edited where something does. */
export default function OpeningDialog({
  of,
  onClose,
}: {
  of: OpeningRow | OpeningKind
  onClose: () => void
}) {
  const id = typeof of === 'string' ? 0 : of.id
  const { data } = useQuery({ ...q(openings.get, { id }), enabled: id !== 0 })
  if (typeof of === 'string') return <Dialog kind={of} row={null} onClose={onClose} />
  return data ? <Dialog kind={of.kind} row={data} onClose={onClose} /> : null
}

function Dialog({
  kind,
  row,
  onClose,
}: {
  kind: OpeningKind
  row: OpeningDetail | null
  onClose: () => void
}) {
  const t = useT()
  const form = useCheckedForm<Values>({ ...nothing, ...valuesOf(row) }, findings(kind, row === null))
  const save = async (values: Values, rowVersion: number | undefined) => {
    const on = row ? { id: row.id, rowVersion: rowVersion ?? row.rowVersion } : {}
    if (kind === 'shop')
      await call(openings.saveShop, {
        ...values,
        ...on,
        channelId: Number(values.channelId),
        branchId: Number(values.branchId),
      })
    else if (kind === 'branch') await call(openings.saveBranch, { ...values, ...on })
    else await call(openings.saveChannel, { ...values, ...on })
    toast.success(t('openings.saved', { name: values.name }))
    onClose()
  }
  const isOpen = row?.inForce !== undefined && row.inForce !== null
  return (
    <FormDialog
      title={
        row
          ? t('openings.editTitle', { name: row.name })
          : t('openings.addTitle', { kind: t(`openings.kinds.${kind}`) })
      }
      form={form}
      row={row}
      onSubmit={save}
      onClose={onClose}
      ok={t('openings.save')}
      width={760}
      lead={<p>{t(isOpen ? 'openings.editLead' : 'openings.addLead')}</p>}
      fieldLabel={(path) => t(`openings.${path}` as MessageKey)}
    >
      <F.Text name="name" label={t('openings.name')} maxLength={openingLimits.name} required span={2} />
      {kind === 'shop' && <ShopFields isOpen={isOpen} mobile={row?.shop?.contactMobile} />}
      {kind === 'branch' && <BranchFields mobile={row?.branch?.principalMobile} />}
      {kind === 'channel' && <ChannelFields />}
    </FormDialog>
  )
}

/** `mobile` is the number that stands, masked. */
function ShopFields({ isOpen, mobile }: { isOpen: boolean; mobile: string | undefined }) {
  const t = useT()
  return (
    <>
      <F.Select name="shopType" label={t('openings.shopType')} options={typeOptions} required />
      <F.Select
        name="channelId"
        label={t('openings.channelId')}
        options={channelChoices}
        required
        readOnly={isOpen}
      />
      <F.Select
        name="branchId"
        label={t('openings.branchId')}
        options={branchChoices}
        required
        readOnly={isOpen}
      />
      <F.Select name="rating" label={t('openings.rating')} options={gradeOptions} required />
      <F.Text name="uscc" label={t('openings.uscc')} maxLength={18} span={2} />
      <F.Text name="legalName" label={t('openings.legalName')} maxLength={30} />
      <F.Text name="contactName" label={t('openings.contactName')} maxLength={30} required />
      <F.Digits
        name="contactMobile"
        label={t('openings.contactMobile')}
        help={mobile && t('openings.mobileKept', { mobile })}
        maxLength={11}
        required={!mobile}
      />
      <F.Region name="region" label={t('openings.region')} levels={3} span={2} required />
      <F.Text
        name="address"
        label={t('openings.address')}
        maxLength={openingLimits.address}
        span={2}
        required
      />
      <F.Text
        name="mainBrands"
        label={t('openings.mainBrands')}
        help={t('openings.mainBrandsHint')}
        maxLength={openingLimits.line}
        span={2}
      />
      <F.Date name="agreementTo" label={t('openings.agreementTo')} required />
      <F.Select name="rebateMode" label={t('openings.rebateMode')} options={modeOptions} required />
      <F.Text
        name="rebateValue"
        label={t('openings.rebateValue')}
        help={t('openings.rebateValueHint')}
        maxLength={12}
        inputMode="decimal"
        required
      />
      <F.Text
        name="account"
        label={t('openings.account')}
        help={t('openings.accountHint')}
        maxLength={20}
        required
        readOnly={isOpen}
      />
    </>
  )
}

function BranchFields({ mobile }: { mobile: string | undefined }) {
  const t = useT()
  return (
    <>
      <F.Text name="shortName" label={t('openings.shortName')} maxLength={20} />
      <F.Text name="principal" label={t('openings.principal')} maxLength={30} required />
      <F.Digits
        name="principalMobile"
        label={t('openings.principalMobile')}
        help={mobile && t('openings.mobileKept', { mobile })}
        maxLength={11}
        required={!mobile}
      />
      <F.Region name="region" label={t('openings.region')} levels={3} span={2} required />
      <F.Text
        name="address"
        label={t('openings.address')}
        maxLength={openingLimits.address}
        span={2}
        required
      />
      <CodesField
        name="businessScope"
        label={t('openings.businessScope')}
        options={scopeOptions}
        help={t('openings.businessScopeHint')}
      />
    </>
  )
}

function ChannelFields() {
  const t = useT()
  return (
    <>
      <F.Select name="level" label={t('openings.level')} options={gradeOptions} required />
      <F.Text name="uscc" label={t('openings.uscc')} maxLength={18} span={2} required />
      <F.Date name="coopFrom" label={t('openings.coopFrom')} required />
      <F.Date name="coopTo" label={t('openings.coopTo')} required />
      <F.Text
        name="rebateRate"
        label={t('openings.rebateRate')}
        help={t('openings.shareHint')}
        maxLength={6}
        inputMode="decimal"
        required
      />
      <F.Money name="depositRequired" label={t('openings.depositRequired')} required />
      <F.Money name="quota" label={t('openings.quota')} help={t('openings.quotaHint')} required />
      <CitiesField name="cities" label={t('openings.cities')} required />
    </>
  )
}

function valuesOf(row: OpeningDetail | null): Partial<Values> {
  if (row?.shop) {
    const { channelId, branchId, ...values } = row.shop
    return { ...values, contactMobile: '', channelId: String(channelId), branchId: String(branchId) }
  }
  if (row?.branch) return { ...row.branch, principalMobile: '' }
  return row?.channel ?? {}
}

import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { instant, looseId, ref } from '../../../platform/db/columns.ts'
import { tenantTable } from '../../../platform/db/tenant-table.ts'
import { type ContractCode, contractCodes, contractStatuses } from '../rules/contract-kinds.ts'
import { contractParties } from '../rules/contract-text.ts'
import { type SignPlace, signingStatuses } from '../rules/signing.ts'

/** 合同: /elecontract/contractinfo. */

/** 合同模板: which contract of which orders. */
export const contractTemplate = tenantTable(
  'contract_template',
  {
    /** 合同种类 */
    code: text({ enum: contractCodes as [ContractCode, ...ContractCode[]] }).notNull(),
    /** 合同名称 · of the newest version */
    name: text().notNull(),
    /** 业务模式 · null for all */
    bizMode: text(),
    /** 产品 · null for all */
    productId: ref('product'),
    /** 资方 · null for all; another one's contracts are its own */
    capitalId: ref('capital'),
    stoppedAt: instant(),
  },
  (t) => [index('contract_template_code').on(t.tenantId, t.code, t.name, t.id)],
)

/** A version of its text; what is published never changes. */
export const contractTemplateVersion = tenantTable(
  'contract_template_version',
  {
    templateId: ref('contract_template').notNull(),
    version: integer().notNull(),
    /** 合同名称 · as contracts of this version bear it */
    name: text().notNull(),
    /** lib/domains/contracts/rules/contract-text.ts */
    body: text().notNull(),
    /** 生效日期 · null of the draft */
    effectiveFrom: date({ mode: 'string' }),
    publishedAt: instant(),
    publishedBy: ref('sys_user'),
  },
  (t) => [
    uniqueIndex('contract_template_version_no').on(t.tenantId, t.templateId, t.version),
    uniqueIndex('contract_template_version_draft')
      .on(t.tenantId, t.templateId)
      .where(sql`published_at IS NULL`),
  ],
)

/** 合同. */
export const contract = tenantTable(
  'contract',
  {
    /** 合同编号 · unique; made again with -2, -3 */
    contractNo: text().notNull(),
    /** 订单 */
    orderId: ref('application').notNull(),
    /** 合同种类 */
    code: text({ enum: contractCodes as [ContractCode, ...ContractCode[]] }).notNull(),
    title: text().notNull(),
    /** Of which guarantor, from 1; 0 for none */
    guarantor: integer().notNull().default(0),
    templateVersionId: ref('contract_template_version').notNull(),
    /** 模板版本 · v3 */
    templateVersion: text().notNull(),
    /** 文件摘要 · SHA-256, fixed at generation; the file lies under it */
    fileHash: text().notNull(),
    fileSize: integer().notNull(),
    pages: integer(),
    /** The place of a signature */
    places: jsonb().$type<SignPlace[]>(),
    /** Of the file with all signatures and the seal, which is opened from then on */
    sealedHash: text(),
    sealedSize: integer(),
    sealedAt: instant(),
    /** PAdES */
    sealLevel: text({ enum: ['B-B', 'B-T'] }),
    /** RFC 3161 token over the seal, in Base64 */
    timeStamp: text(),
    /** While a provider is asked for the seal: the file with an empty place for it */
    sealDraftHash: text(),
    /** The newest call that asked; an answer to another one counts no more */
    sealCallId: looseId('a call may be tidied away'),
    /** The provider's CMS, in Base64, until all of the set are there */
    sealCms: text(),
    /** The reason why the last try to seal came to nothing */
    sealHindered: text(),
    /** 状态 · 2.3 */
    status: text({ enum: contractStatuses }).notNull(),
    /** 生成时间 */
    generatedAt: instant().notNull(),
    /** 签约短信时间 */
    smsSentAt: instant(),
    /** 签约截止 · generated + 7 days */
    expireAt: instant().notNull(),
    /** 签署完成 */
    signedAt: instant(),
    /** 生效日 · the value date */
    effectiveFrom: date({ mode: 'string' }),
    /** 到期日 · the last due date */
    effectiveTo: date({ mode: 'string' }),
    voidedAt: instant(),
    voidReason: text(),
  },
  (t) => [
    uniqueIndex('contract_contract_no').on(t.tenantId, t.contractNo),
    index('contract_order').on(t.tenantId, t.orderId),
    index('contract_file').on(t.tenantId, t.fileHash),
    index('contract_sealed_file').on(t.tenantId, t.sealedHash),
    index('contract_seal_draft').on(t.tenantId, t.sealDraftHash).where(sql`${t.sealDraftHash} is not null`),
    index('contract_version').on(t.tenantId, t.templateVersionId, t.id),
  ],
)

/** 签署人. */
export const contractSigner = tenantTable(
  'contract_signer',
  {
    contractId: ref('contract').notNull(),
    /** 签署方 */
    signerRole: text({ enum: contractParties }).notNull(),
    name: text().notNull(),
    mobile: text(),
    /** 顺序 · the company last */
    seq: integer().notNull(),
    /** 认证方式 · 短信/人脸/线下 */
    authMethod: text().notNull(),
    /** 状态 · 2.3 */
    status: text({ enum: signingStatuses }).notNull(),
    signedAt: instant(),
    signIp: text(),
    /** With which link; none of the company, nor before one was sent */
    signingId: ref('signing'),
  },
  (t) => [
    index('contract_signer_contract').on(t.tenantId, t.contractId, t.seq),
    index('contract_signer_signing').on(t.tenantId, t.signingId),
  ],
)

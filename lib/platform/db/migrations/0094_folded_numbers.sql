-- Numbers of papers as they are stored from now on (cleanIdNo): upper case, common letters and digits, nothing that parts
-- them or cannot be seen. What has other signs in it stays as it is.
CREATE FUNCTION nlos_folded(number text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT CASE WHEN folded ~ '^[0-9A-Z\u3400-\u9fff]+$' THEN folded ELSE number END
	FROM (SELECT upper(regexp_replace(
		translate(number, '０１２３４５６７８９ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺａｂｃｄｅｆｇｈｉｊｋｌｍｎｏｐｑｒｓｔｕｖｗｘｙｚ', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'),
		'[\s\u00a0\u2000-\u200f\u2010-\u2015\u202a-\u202f\u205f-\u2064\u2066-\u206f\u3000\u00ad\u2212\ufe63\ufeff\uff0d-]', '', 'g'
	)) AS folded) f
$$;

ALTER TABLE application NO FORCE ROW LEVEL SECURITY;
ALTER TABLE customer NO FORCE ROW LEVEL SECURITY;
ALTER TABLE applicant NO FORCE ROW LEVEL SECURITY;
ALTER TABLE linked_person NO FORCE ROW LEVEL SECURITY;
ALTER TABLE insurance_policy NO FORCE ROW LEVEL SECURITY;
ALTER TABLE complaint NO FORCE ROW LEVEL SECURITY;
ALTER TABLE relation_key NO FORCE ROW LEVEL SECURITY;

-- Two records of one person stay two: the one that has the number already, else the older one, is found by it from now on,
-- and the other keeps its way of writing and its orders.
UPDATE customer c SET id_no = one.folded
FROM (
	SELECT DISTINCT ON (tenant_id, nlos_folded(id_no)) id, tenant_id, nlos_folded(id_no) AS folded
	FROM customer WHERE id_no !~ '^[0-9A-Z]+$' AND id_no <> nlos_folded(id_no)
	ORDER BY tenant_id, nlos_folded(id_no), id
) one
WHERE c.tenant_id = one.tenant_id AND c.id = one.id
	AND NOT EXISTS (SELECT FROM customer o WHERE o.tenant_id = one.tenant_id AND o.id_no = one.folded);

-- Keys of orders that have a number of another kind than a citizen's, which alone had one form in all of them, are read
-- anew after the start (relations/fill-keys.ts).
DELETE FROM relation_key WHERE (tenant_id, order_id) IN (
	SELECT tenant_id, id FROM application WHERE id_no !~ '^\d{17}[0-9X]$' OR id_no ~ '^9'
	UNION
	SELECT tenant_id, application_id FROM linked_person WHERE id_no !~ '^\d{17}[0-9X]$'
);
UPDATE application SET id_no = nlos_folded(id_no) WHERE id_no <> nlos_folded(id_no);
UPDATE applicant SET driver_license_no = nlos_folded(driver_license_no)
WHERE driver_license_no <> nlos_folded(driver_license_no);
UPDATE customer SET driver_license_no = nlos_folded(driver_license_no)
WHERE driver_license_no <> nlos_folded(driver_license_no);
UPDATE linked_person SET id_no = nlos_folded(id_no) WHERE id_no <> nlos_folded(id_no);
UPDATE insurance_policy SET identifynumber = nlos_folded(identifynumber)
WHERE identifynumber <> nlos_folded(identifynumber);
UPDATE complaint SET identifynumber = nlos_folded(identifynumber) WHERE identifynumber <> nlos_folded(identifynumber);

ALTER TABLE relation_key FORCE ROW LEVEL SECURITY;
ALTER TABLE complaint FORCE ROW LEVEL SECURITY;
ALTER TABLE insurance_policy FORCE ROW LEVEL SECURITY;
ALTER TABLE linked_person FORCE ROW LEVEL SECURITY;
ALTER TABLE applicant FORCE ROW LEVEL SECURITY;
ALTER TABLE customer FORCE ROW LEVEL SECURITY;
ALTER TABLE application FORCE ROW LEVEL SECURITY;
DROP FUNCTION nlos_folded(text);

-- 资金: what a funder has given of its limit is what its loans are (lib/domains/funders/table.ts).
ALTER TABLE capital
	DROP COLUMN used_limit,
	ADD COLUMN apr_cap numeric(9, 4),
	ADD COLUMN stop_reason text;

CREATE TABLE capital_flow (
	LIKE nlos_row INCLUDING ALL,
	capital_id bigint NOT NULL,
	loan_id bigint NOT NULL,
	kind text NOT NULL,
	amount numeric(18, 2) NOT NULL,
	biz_day date NOT NULL,
	CONSTRAINT capital_flow_amount CHECK (amount <> 0),
	CONSTRAINT capital_flow_kind CHECK (kind IN ('opened', 'released', 'repaid', 'reversed', 'cancelled'))
);
CREATE INDEX capital_flow_of ON capital_flow (tenant_id, capital_id, id);
CREATE INDEX capital_flow_loan ON capital_flow (tenant_id, loan_id);
SELECT nlos_refer('capital_flow', 'capital_id', 'capital');
SELECT nlos_refer('capital_flow', 'loan_id', 'loan_account');
SELECT nlos_protect('capital_flow', append_only => true);

-- The funder's part of what a loan still owes: of a loan that was cancelled, nothing.
CREATE FUNCTION nlos_funder_part(loan loan_account) RETURNS numeric LANGUAGE sql IMMUTABLE SET search_path = public, pg_temp AS $$
	SELECT CASE WHEN loan.capital_id IS NULL OR loan.status = '已撤销' OR loan.principal = 0 THEN 0
		ELSE round(loan.outstanding_principal * (loan.principal - loan.own_principal) / loan.principal, 2) END
$$;
-- Whatever writes a loan moves the limit of its funder by the same: the flows of a funder are the sum of its loans.
CREATE FUNCTION nlos_funder_flow() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
	now_part numeric := nlos_funder_part(NEW);
	was_part numeric := 0;
	day date := NEW.value_date;
	what text := 'released';
BEGIN
	IF TG_OP = 'UPDATE' THEN
		was_part := nlos_funder_part(OLD);
		day := greatest(coalesce(NEW.folded_to, NEW.value_date), NEW.value_date);
		IF OLD.capital_id IS DISTINCT FROM NEW.capital_id THEN
			IF was_part <> 0 THEN
				INSERT INTO capital_flow (tenant_id, capital_id, loan_id, kind, amount, biz_day, created_by)
					VALUES (OLD.tenant_id, OLD.capital_id, OLD.id, 'cancelled', -was_part, day, NEW.updated_by);
			END IF;
			was_part := 0;
		ELSE
			what := CASE WHEN NEW.status = '已撤销' THEN 'cancelled' WHEN now_part < was_part THEN 'repaid' ELSE 'reversed' END;
		END IF;
	END IF;
	IF now_part <> was_part THEN
		INSERT INTO capital_flow (tenant_id, capital_id, loan_id, kind, amount, biz_day, created_by)
			VALUES (NEW.tenant_id, NEW.capital_id, NEW.id, what, now_part - was_part, day,
				CASE TG_OP WHEN 'INSERT' THEN NEW.created_by ELSE NEW.updated_by END);
	END IF;
	RETURN NULL;
END
$$;
CREATE TRIGGER loan_funder_released AFTER INSERT ON loan_account FOR EACH ROW
	WHEN (NEW.capital_id IS NOT NULL AND NEW.own_principal <> NEW.principal) EXECUTE FUNCTION nlos_funder_flow();
CREATE TRIGGER loan_funder_moved AFTER UPDATE ON loan_account FOR EACH ROW
	WHEN ((OLD.outstanding_principal, OLD.own_principal, OLD.principal, OLD.status, OLD.capital_id) IS DISTINCT FROM
		(NEW.outstanding_principal, NEW.own_principal, NEW.principal, NEW.status, NEW.capital_id))
	EXECUTE FUNCTION nlos_funder_flow();

-- Of loans that stand already, what their funder had given of each when flows began.
ALTER TABLE capital_flow NO FORCE ROW LEVEL SECURITY;
ALTER TABLE loan_account NO FORCE ROW LEVEL SECURITY;
INSERT INTO capital_flow (tenant_id, capital_id, loan_id, kind, amount, biz_day)
	SELECT l.tenant_id, l.capital_id, l.id, 'opened', nlos_funder_part(l), coalesce(l.folded_to, l.value_date)
	FROM loan_account l WHERE nlos_funder_part(l) <> 0 ORDER BY l.tenant_id, l.value_date, l.id;
ALTER TABLE loan_account FORCE ROW LEVEL SECURITY;
ALTER TABLE capital_flow FORCE ROW LEVEL SECURITY;

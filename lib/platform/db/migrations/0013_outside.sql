-- 外部请求: what is asked of others, and what came back (schema/outside.ts).

CREATE TABLE outside_call (
	LIKE nlos_row INCLUDING ALL,
	port text NOT NULL,
	once_key text NOT NULL,
	reference text NOT NULL,
	about_type text,
	about_id bigint,
	request jsonb,
	request_hash text NOT NULL,
	shown jsonb NOT NULL DEFAULT '{}',
	status text NOT NULL DEFAULT 'queued',
	attempts integer NOT NULL DEFAULT 0,
	next_at timestamptz DEFAULT now(),
	give_up_at timestamptz,
	sent_at timestamptz,
	answered_at timestamptz,
	answer jsonb,
	reason text,
	simulated jsonb,
	CHECK (status IN ('queued', 'sent', 'done', 'failed', 'dead')),
	CHECK ((status IN ('queued', 'sent')) = (next_at IS NOT NULL))
);
CREATE UNIQUE INDEX outside_call_once ON outside_call (tenant_id, port, once_key);
CREATE UNIQUE INDEX outside_call_reference ON outside_call (tenant_id, reference);
CREATE INDEX outside_call_newest ON outside_call (tenant_id, created_at, id);
CREATE INDEX outside_call_about ON outside_call (tenant_id, about_type, about_id);
CREATE INDEX outside_call_next ON outside_call (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX outside_call_kept ON outside_call (tenant_id, answered_at) WHERE request IS NOT NULL AND next_at IS NULL;
SELECT nlos_protect('outside_call');

CREATE TABLE outside_attempt (
	LIKE nlos_row INCLUDING ALL,
	call_id bigint NOT NULL,
	kind text NOT NULL,
	result text NOT NULL,
	ms integer NOT NULL DEFAULT 0,
	note text NOT NULL DEFAULT ''
);
CREATE INDEX outside_attempt_call ON outside_attempt (tenant_id, call_id, id);
SELECT nlos_refer('outside_attempt', 'call_id', 'outside_call', 'CASCADE');
SELECT nlos_protect('outside_attempt');

-- Ports whose simulator waits for a person (demo alone).
CREATE TABLE outside_simulator (
	LIKE nlos_row INCLUDING ALL,
	port text NOT NULL,
	by_hand boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX outside_simulator_port ON outside_simulator (tenant_id, port);
SELECT nlos_protect('outside_simulator');

-- Which tenants have something to send, or to ask for.
CREATE POLICY due_rows ON outside_call FOR SELECT TO nlos_clock USING (true);
GRANT SELECT (tenant_id, next_at) ON outside_call TO nlos_clock;
CREATE FUNCTION nlos_waiting_calls() RETURNS SETOF integer
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
	SELECT DISTINCT tenant_id FROM outside_call WHERE next_at <= now()
$$;
GRANT CREATE ON SCHEMA public TO nlos_clock;
ALTER FUNCTION nlos_waiting_calls() OWNER TO nlos_clock;
REVOKE CREATE ON SCHEMA public FROM nlos_clock;
REVOKE EXECUTE ON FUNCTION nlos_waiting_calls() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION nlos_waiting_calls() TO nlos_app;

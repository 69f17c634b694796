CREATE TABLE workspaces (
      id uuid NOT NULL,
      subdomain text NOT NULL,
      name text NOT NULL,
      knowledge_base_name text NOT NULL,
      requests_per_minute integer,
      reopen_on_reply boolean NOT NULL DEFAULT true,
      time_zone text NOT NULL DEFAULT 'UTC',
      attachment_quota_mb integer,
      attachment_types text[],
      mail_from text,
      reply_to text,
      mail_footer text,
      reply_address text NOT NULL DEFAULT 'none',
      blocked_senders text[],
      colour text,
      logo text,
      suspended_at timestamptz(3),
      deleting_at timestamptz(3),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT workspaces_pkey PRIMARY KEY (id),
      CONSTRAINT workspaces_subdomain_key UNIQUE (subdomain),
      CONSTRAINT workspaces_subdomain_check CHECK (subdomain ~ '^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$'),
      CONSTRAINT workspaces_requests_per_minute_check CHECK (requests_per_minute > 0),
      CONSTRAINT workspaces_reply_address_check CHECK (reply_address IN ('none', 'plus')),
      CONSTRAINT workspaces_deleting_check CHECK (deleting_at IS NULL OR suspended_at IS NOT NULL)
    );

CREATE INDEX workspaces_suspended_idx ON workspaces (id) WHERE suspended_at IS NOT NULL;

CREATE TABLE access_version (
      id boolean NOT NULL DEFAULT true,
      version uuid NOT NULL,
      CONSTRAINT access_version_pkey PRIMARY KEY (id),
      CONSTRAINT access_version_check CHECK (id)
    );

INSERT INTO access_version (version) VALUES (gen_random_uuid());

CREATE FUNCTION move_access_version_with_workspaces() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    UPDATE access_version SET version = gen_random_uuid() WHERE xmin <> pg_current_xact_id()::xid;
    RETURN NULL;
  END $$;

CREATE CONSTRAINT TRIGGER workspaces_move_access_version AFTER UPDATE OR DELETE ON workspaces
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_version_with_workspaces();

CREATE UNLOGGED TABLE rate_limit_counts (
      id text NOT NULL,
      hits bigint NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT rate_limit_counts_pkey PRIMARY KEY (id)
    ) WITH (fillfactor = 50);

CREATE TABLE idempotency_keys (
      workspace_id uuid NOT NULL,
      key text NOT NULL,
      fingerprint bytea NOT NULL,
      status smallint NOT NULL,
      headers jsonb NOT NULL,
      body text,
      resource_id text,
      bytes integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT idempotency_keys_pkey PRIMARY KEY (workspace_id, key),
      CONSTRAINT idempotency_keys_key_check CHECK (length(key) BETWEEN 1 AND 255),
      CONSTRAINT idempotency_keys_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON idempotency_keys USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX idempotency_keys_size_idx ON idempotency_keys (workspace_id, created_at) INCLUDE (bytes);

CREATE TABLE list_totals (
      workspace_id uuid NOT NULL,
      list text NOT NULL,
      value text COLLATE "C" NOT NULL,
      name text NOT NULL,
      records integer NOT NULL,
      CONSTRAINT list_totals_pkey PRIMARY KEY (workspace_id, list, value, name),
      CONSTRAINT list_totals_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE list_totals ENABLE ROW LEVEL SECURITY;

ALTER TABLE list_totals FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON list_totals USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE api_keys (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      hint text NOT NULL,
      hash bytea NOT NULL,
      scopes text[],
      requests_per_minute integer,
      replaced_by uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      revoked_at timestamptz(3),
      CONSTRAINT api_keys_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT api_keys_hash_key UNIQUE (workspace_id, hash),
      CONSTRAINT api_keys_hash_check CHECK (octet_length(hash) = 32),
      CONSTRAINT api_keys_scopes_check CHECK (cardinality(scopes) > 0),
      CONSTRAINT api_keys_requests_per_minute_check CHECK (requests_per_minute > 0),
      CONSTRAINT api_keys_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT api_keys_replaced_by_fkey FOREIGN KEY (workspace_id, replaced_by) REFERENCES api_keys (workspace_id, id));

ALTER TABLE api_keys ENABLE ROW LEVEL SECURITY;

ALTER TABLE api_keys FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON api_keys USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE FUNCTION move_access_version_with_api_keys() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    UPDATE access_version SET version = gen_random_uuid() WHERE xmin <> pg_current_xact_id()::xid;
    RETURN NULL;
  END $$;

CREATE CONSTRAINT TRIGGER api_keys_move_access_version AFTER UPDATE OR DELETE ON api_keys
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_access_version_with_api_keys();

CREATE TABLE api_key_uses (
      workspace_id uuid NOT NULL,
      api_key_id uuid NOT NULL,
      last_used_at timestamptz(3) NOT NULL,
      CONSTRAINT api_key_uses_pkey PRIMARY KEY (workspace_id, api_key_id),
      CONSTRAINT api_key_uses_api_key_fkey FOREIGN KEY (workspace_id, api_key_id)
        REFERENCES api_keys (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE api_key_uses ENABLE ROW LEVEL SECURITY;

ALTER TABLE api_key_uses FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON api_key_uses USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

ALTER TABLE api_key_uses SET (fillfactor = 50);

CREATE TABLE audit_entries (
      workspace_id uuid NOT NULL,
      at timestamptz(3) NOT NULL,
      id uuid NOT NULL,
      api_key_id uuid,
      actor text,
      request_id text NOT NULL,
      action text NOT NULL,
      subject_type text NOT NULL,
      subject_id uuid NOT NULL,
      ticket_number integer,
      before jsonb,
      after jsonb,
      counted jsonb,
      is_silent boolean NOT NULL DEFAULT false,
      position bigint,
      awaits_position boolean NOT NULL DEFAULT true,
      CONSTRAINT audit_entries_pkey PRIMARY KEY (workspace_id, at, id),
      CONSTRAINT audit_entries_actor_check CHECK (num_nonnulls(api_key_id, actor) = 1));

ALTER TABLE audit_entries ENABLE ROW LEVEL SECURITY;

ALTER TABLE audit_entries FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON audit_entries USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX audit_entries_subject_idx ON audit_entries (workspace_id, subject_id, at);

CREATE UNIQUE INDEX audit_entries_position_key ON audit_entries (workspace_id, position) WHERE position IS NOT NULL;

CREATE INDEX audit_entries_waiting_idx ON audit_entries (workspace_id, at, id) WHERE awaits_position;

CREATE FUNCTION forget_audit_entries() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE named text := current_setting('app.workspace_id', true);
  BEGIN
    PERFORM set_config('app.workspace_id', OLD.id::text, true);
    DELETE FROM audit_entries WHERE workspace_id = OLD.id;
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$;

CREATE TRIGGER workspaces_forget_audit_entries AFTER DELETE ON workspaces
    FOR EACH ROW EXECUTE FUNCTION forget_audit_entries();

CREATE TABLE event_streams (
      workspace_id uuid NOT NULL,
      last_position bigint NOT NULL DEFAULT 0,
      first_position bigint NOT NULL DEFAULT 1,
      CONSTRAINT event_streams_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT event_streams_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE event_streams ENABLE ROW LEVEL SECURITY;

ALTER TABLE event_streams FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON event_streams USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE event_readers (
      workspace_id uuid NOT NULL,
      reader text NOT NULL,
      position bigint NOT NULL,
      CONSTRAINT event_readers_pkey PRIMARY KEY (workspace_id, reader),
      CONSTRAINT event_readers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE event_readers ENABLE ROW LEVEL SECURITY;

ALTER TABLE event_readers FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON event_readers USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE vocabulary_versions (
      workspace_id uuid NOT NULL,
      version uuid NOT NULL DEFAULT gen_random_uuid(),
      CONSTRAINT vocabulary_versions_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT vocabulary_versions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE vocabulary_versions ENABLE ROW LEVEL SECURITY;

ALTER TABLE vocabulary_versions FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON vocabulary_versions USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE FUNCTION renew_vocabulary_version() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO vocabulary_versions (workspace_id, version)
      SELECT id, gen_random_uuid() FROM workspaces WHERE id IN (SELECT workspace_id FROM changed)
      ON CONFLICT (workspace_id) DO UPDATE SET version = excluded.version;
    RETURN NULL;
  END $$;

CREATE TABLE groups (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT groups_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT groups_name_key UNIQUE (workspace_id, name),
      CONSTRAINT groups_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE groups FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON groups USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TRIGGER groups_insert_renews_vocabulary AFTER insert ON groups REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER groups_update_renews_vocabulary AFTER update ON groups REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER groups_delete_renews_vocabulary AFTER delete ON groups REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TABLE companies (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT companies_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT companies_name_key UNIQUE (workspace_id, name),
      CONSTRAINT companies_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE companies ENABLE ROW LEVEL SECURITY;

ALTER TABLE companies FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON companies USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE ticket_statuses (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      position integer NOT NULL,
      is_default boolean NOT NULL,
      CONSTRAINT ticket_statuses_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_statuses_name_key UNIQUE (workspace_id, name),
      CONSTRAINT ticket_statuses_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE ticket_statuses ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_statuses FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_statuses USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TRIGGER ticket_statuses_insert_renews_vocabulary AFTER insert ON ticket_statuses REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_statuses_update_renews_vocabulary AFTER update ON ticket_statuses REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_statuses_delete_renews_vocabulary AFTER delete ON ticket_statuses REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TABLE ticket_categories (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      parent_id uuid,
      name text NOT NULL,
      position integer NOT NULL,
      is_default boolean NOT NULL,
      CONSTRAINT ticket_categories_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_categories_name_key UNIQUE NULLS NOT DISTINCT (workspace_id, parent_id, name),
      CONSTRAINT ticket_categories_place_key UNIQUE (workspace_id, parent_id, id),
      CONSTRAINT ticket_categories_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT ticket_categories_parent_fkey FOREIGN KEY (workspace_id, parent_id)
        REFERENCES ticket_categories (workspace_id, id));

ALTER TABLE ticket_categories ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_categories FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_categories USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TRIGGER ticket_categories_insert_renews_vocabulary AFTER insert ON ticket_categories REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_categories_update_renews_vocabulary AFTER update ON ticket_categories REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_categories_delete_renews_vocabulary AFTER delete ON ticket_categories REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TABLE ticket_fields (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      name text NOT NULL,
      name_key text NOT NULL,
      kind text NOT NULL,
      state text NOT NULL,
      is_required boolean NOT NULL,
      is_required_for_agent_when_submitting_form boolean NOT NULL,
      is_required_for_agent_when_closing_ticket boolean NOT NULL,
      display_order integer NOT NULL,
      placeholder_slug text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT ticket_fields_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_fields_name_key UNIQUE (workspace_id, name_key),
      CONSTRAINT ticket_fields_slug_key UNIQUE (workspace_id, placeholder_slug),
      CONSTRAINT ticket_fields_kind_check CHECK (kind IN ('text', 'textarea', 'integer', 'decimal', 'date', 'checkbox',
        'single_option', 'multi_option')),
      CONSTRAINT ticket_fields_state_check CHECK (state IN ('active', 'inactive')),
      CONSTRAINT ticket_fields_display_order_check CHECK (display_order >= 0),
      CONSTRAINT ticket_fields_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE ticket_fields ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_fields FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_fields USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TRIGGER ticket_fields_insert_renews_vocabulary AFTER insert ON ticket_fields REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_fields_update_renews_vocabulary AFTER update ON ticket_fields REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_fields_delete_renews_vocabulary AFTER delete ON ticket_fields REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TABLE ticket_field_options (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      field_id uuid NOT NULL,
      label text NOT NULL,
      label_key text NOT NULL,
      display_order integer NOT NULL,
      removed_at timestamptz(3),
      CONSTRAINT ticket_field_options_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT ticket_field_options_field_fkey FOREIGN KEY (workspace_id, field_id)
        REFERENCES ticket_fields (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE ticket_field_options ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_field_options FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_field_options USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX ticket_field_options_field_idx ON ticket_field_options (workspace_id, field_id, display_order);

CREATE UNIQUE INDEX ticket_field_options_label_key ON ticket_field_options (workspace_id, field_id, label_key)
      WHERE removed_at IS NULL;

CREATE TRIGGER ticket_field_options_insert_renews_vocabulary AFTER insert ON ticket_field_options REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_field_options_update_renews_vocabulary AFTER update ON ticket_field_options REFERENCING NEW TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TRIGGER ticket_field_options_delete_renews_vocabulary AFTER delete ON ticket_field_options REFERENCING OLD TABLE AS changed
        FOR EACH STATEMENT EXECUTE FUNCTION renew_vocabulary_version();

CREATE TABLE deleted_ticket_fields (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      deleted_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT deleted_ticket_fields_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT deleted_ticket_fields_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE deleted_ticket_fields ENABLE ROW LEVEL SECURITY;

ALTER TABLE deleted_ticket_fields FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON deleted_ticket_fields USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE forms (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      title text NOT NULL,
      slug text NOT NULL,
      is_enabled boolean NOT NULL,
      intro text,
      success_message text,
      embed_origins text[] NOT NULL DEFAULT '{}',
      requires_proof boolean NOT NULL DEFAULT false,
      token_key uuid NOT NULL DEFAULT gen_random_uuid(),
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT forms_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT forms_slug_key UNIQUE (workspace_id, slug),
      CONSTRAINT forms_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE forms ENABLE ROW LEVEL SECURITY;

ALTER TABLE forms FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON forms USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE form_fields (
      workspace_id uuid NOT NULL,
      form_id uuid NOT NULL,
      field_id uuid NOT NULL,
      position integer NOT NULL,
      CONSTRAINT form_fields_pkey PRIMARY KEY (workspace_id, form_id, field_id),
      CONSTRAINT form_fields_form_fkey FOREIGN KEY (workspace_id, form_id)
        REFERENCES forms (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT form_fields_field_fkey FOREIGN KEY (workspace_id, field_id)
        REFERENCES ticket_fields (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE form_fields ENABLE ROW LEVEL SECURITY;

ALTER TABLE form_fields FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON form_fields USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX form_fields_field_idx ON form_fields (workspace_id, field_id);

CREATE TABLE form_submissions (
      workspace_id uuid NOT NULL,
      nonce uuid NOT NULL,
      form_id uuid NOT NULL,
      ticket_id uuid NOT NULL,
      digest bytea NOT NULL,
      sent_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT form_submissions_pkey PRIMARY KEY (workspace_id, nonce),
      CONSTRAINT form_submissions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE form_submissions ENABLE ROW LEVEL SECURITY;

ALTER TABLE form_submissions FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON form_submissions USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX form_submissions_age_idx ON form_submissions (workspace_id, sent_at);

CREATE TABLE form_counts (
      workspace_id uuid NOT NULL,
      id text NOT NULL,
      hits integer NOT NULL,
      begun_at timestamptz(3) NOT NULL,
      ends_at timestamptz(3) NOT NULL,
      CONSTRAINT form_counts_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT form_counts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE form_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE form_counts FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON form_counts USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

ALTER TABLE form_counts SET UNLOGGED, SET (fillfactor = 50);

CREATE TABLE team_members (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      email text NOT NULL,
      email_key text NOT NULL,
      first_name text NOT NULL,
      last_name text NOT NULL,
      role text NOT NULL,
      time_zone text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      removed_at timestamptz(3),
      CONSTRAINT team_members_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT team_members_email_key UNIQUE (workspace_id, email_key),
      CONSTRAINT team_members_role_check CHECK (role IN ('admin', 'agent', 'standard')),
      CONSTRAINT team_members_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE team_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE team_members FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON team_members USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE team_member_groups (
      workspace_id uuid NOT NULL,
      team_member_id uuid NOT NULL,
      group_id uuid NOT NULL,
      CONSTRAINT team_member_groups_pkey PRIMARY KEY (workspace_id, team_member_id, group_id),
      CONSTRAINT team_member_groups_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT team_member_groups_group_fkey FOREIGN KEY (workspace_id, group_id)
        REFERENCES groups (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE team_member_groups ENABLE ROW LEVEL SECURITY;

ALTER TABLE team_member_groups FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON team_member_groups USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX team_member_groups_group_idx ON team_member_groups (workspace_id, group_id);

CREATE TABLE api_key_members (
      workspace_id uuid NOT NULL,
      api_key_id uuid NOT NULL,
      team_member_id uuid NOT NULL,
      CONSTRAINT api_key_members_pkey PRIMARY KEY (workspace_id, api_key_id),
      CONSTRAINT api_key_members_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT api_key_members_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id));

ALTER TABLE api_key_members ENABLE ROW LEVEL SECURITY;

ALTER TABLE api_key_members FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON api_key_members USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE customers (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      first_name text,
      first_name_key text,
      last_name text,
      last_name_key text,
      language text,
      time_zone text,
      description text,
      company_id uuid,
      primary_email text NOT NULL,
      phones text[] NOT NULL DEFAULT '{}',
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT customers_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT customers_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT customers_company_fkey FOREIGN KEY (workspace_id, company_id) REFERENCES companies (workspace_id, id));

ALTER TABLE customers ENABLE ROW LEVEL SECURITY;

ALTER TABLE customers FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON customers USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX customers_company_idx ON customers (workspace_id, company_id) WHERE company_id IS NOT NULL;

CREATE INDEX customers_created_idx ON customers (workspace_id, created_at, id);

CREATE FUNCTION fold_names_of_customer() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    NEW.first_name_key := lower(normalize(NEW.first_name, NFC));
    NEW.last_name_key := lower(normalize(NEW.last_name, NFC));
    RETURN NEW;
  END $$;

CREATE TRIGGER customers_fold_names BEFORE INSERT OR UPDATE ON customers
    FOR EACH ROW EXECUTE FUNCTION fold_names_of_customer();

CREATE INDEX customers_first_name_idx ON customers (workspace_id, first_name_key text_pattern_ops) INCLUDE (id, created_at);

CREATE INDEX customers_last_name_idx ON customers (workspace_id, last_name_key text_pattern_ops) INCLUDE (id, created_at);

CREATE TABLE customer_emails (
      workspace_id uuid NOT NULL,
      email_key text NOT NULL,
      customer_id uuid NOT NULL,
      email text NOT NULL,
      is_primary boolean NOT NULL,
      position integer NOT NULL,
      CONSTRAINT customer_emails_pkey PRIMARY KEY (workspace_id, email_key),
      CONSTRAINT customer_emails_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED);

ALTER TABLE customer_emails ENABLE ROW LEVEL SECURITY;

ALTER TABLE customer_emails FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON customer_emails USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX customer_emails_customer_idx ON customer_emails (workspace_id, customer_id);

CREATE UNIQUE INDEX customer_emails_primary_key ON customer_emails (workspace_id, customer_id)
    INCLUDE (email) WHERE is_primary;

CREATE INDEX customer_emails_prefix_idx ON customer_emails (workspace_id, email_key text_pattern_ops)
    INCLUDE (customer_id);

CREATE TABLE customer_phones (
      workspace_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      position integer NOT NULL,
      phone text NOT NULL,
      label text,
      CONSTRAINT customer_phones_pkey PRIMARY KEY (workspace_id, customer_id, position),
      CONSTRAINT customer_phones_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE customer_phones ENABLE ROW LEVEL SECURITY;

ALTER TABLE customer_phones FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON customer_phones USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE customer_links (
      workspace_id uuid NOT NULL,
      customer_id uuid NOT NULL,
      position integer NOT NULL,
      url text NOT NULL,
      label text,
      CONSTRAINT customer_links_pkey PRIMARY KEY (workspace_id, customer_id, position),
      CONSTRAINT customer_links_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE customer_links ENABLE ROW LEVEL SECURITY;

ALTER TABLE customer_links FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON customer_links USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE customer_count_changes (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      customers integer NOT NULL,
      CONSTRAINT customer_count_changes_pkey PRIMARY KEY (workspace_id, id));

ALTER TABLE customer_count_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE customer_count_changes FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON customer_count_changes USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE FUNCTION forget_customer_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE named text := current_setting('app.workspace_id', true);
  BEGIN
    PERFORM set_config('app.workspace_id', OLD.id::text, true);
    DELETE FROM customer_count_changes WHERE workspace_id = OLD.id;
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$;

CREATE TRIGGER workspaces_forget_customer_count_changes AFTER DELETE ON workspaces
    FOR EACH ROW EXECUTE FUNCTION forget_customer_count_changes();

CREATE FUNCTION count_added_customers() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO customer_count_changes (workspace_id, customers)
      SELECT workspace_id, count(*) FROM added GROUP BY workspace_id;
    RETURN NULL;
  END $$;

CREATE TRIGGER customers_count_added AFTER INSERT ON customers REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_customers();

CREATE FUNCTION count_removed_customers() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO customer_count_changes (workspace_id, customers)
      SELECT removed.workspace_id, -count(*) FROM removed
      WHERE removed.workspace_id IN (SELECT id FROM workspaces) GROUP BY removed.workspace_id;
    RETURN NULL;
  END $$;

CREATE TRIGGER customers_count_removed AFTER DELETE ON customers REFERENCING OLD TABLE AS removed
    FOR EACH STATEMENT EXECUTE FUNCTION count_removed_customers();

CREATE TABLE ticket_counters (
      workspace_id uuid NOT NULL,
      last_number integer NOT NULL DEFAULT 0,
      CONSTRAINT ticket_counters_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT ticket_counters_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE ticket_counters ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_counters FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_counters USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE tickets (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      number integer NOT NULL,
      subject text NOT NULL,
      description text NOT NULL,
      priority text,
      status_id uuid NOT NULL,
      category_id uuid,
      sub_category_one_id uuid,
      sub_category_two_id uuid,
      group_id uuid,
      assignee_id uuid,
      customer_id uuid NOT NULL,
      tags text[] NOT NULL DEFAULT '{}',
      field_values jsonb NOT NULL DEFAULT '{}',
      external_id text,
      source text,
      channel text NOT NULL,
      participants jsonb,
      message_id text,
      merged_into_id uuid,
      status_before_merge_id uuid,
      comment_count integer NOT NULL DEFAULT 0,
      first_responded_at timestamptz(3),
      first_reply_at timestamptz(3),
      reopened_count integer NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      closed_at timestamptz(3),
      resolution_due_at timestamptz(3),
      CONSTRAINT tickets_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT tickets_number_key UNIQUE (workspace_id, number),
      CONSTRAINT tickets_number_check CHECK (number > 0),
      CONSTRAINT tickets_priority_check CHECK (priority IN ('low', 'medium', 'high', 'urgent')),
      CONSTRAINT tickets_category_levels_check CHECK (
        (sub_category_one_id IS NULL OR category_id IS NOT NULL)
        AND (sub_category_two_id IS NULL OR sub_category_one_id IS NOT NULL)),
      CONSTRAINT tickets_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT tickets_status_fkey FOREIGN KEY (workspace_id, status_id) REFERENCES ticket_statuses (workspace_id, id),
      CONSTRAINT tickets_category_fkey FOREIGN KEY (workspace_id, category_id)
        REFERENCES ticket_categories (workspace_id, id),
      CONSTRAINT tickets_sub_category_one_fkey FOREIGN KEY (workspace_id, category_id, sub_category_one_id)
        REFERENCES ticket_categories (workspace_id, parent_id, id),
      CONSTRAINT tickets_sub_category_two_fkey FOREIGN KEY (workspace_id, sub_category_one_id, sub_category_two_id)
        REFERENCES ticket_categories (workspace_id, parent_id, id),
      CONSTRAINT tickets_group_fkey FOREIGN KEY (workspace_id, group_id) REFERENCES groups (workspace_id, id),
      CONSTRAINT tickets_assignee_fkey FOREIGN KEY (workspace_id, assignee_id) REFERENCES team_members (workspace_id, id),
      CONSTRAINT tickets_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      CONSTRAINT tickets_merged_check CHECK (
        (merged_into_id IS NULL) = (status_before_merge_id IS NULL) AND merged_into_id <> id),
      CONSTRAINT tickets_merged_into_fkey FOREIGN KEY (workspace_id, merged_into_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT tickets_status_before_merge_fkey FOREIGN KEY (workspace_id, status_before_merge_id)
        REFERENCES ticket_statuses (workspace_id, id));

ALTER TABLE tickets ENABLE ROW LEVEL SECURITY;

ALTER TABLE tickets FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON tickets USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE UNIQUE INDEX tickets_external_key ON tickets (workspace_id, external_id, source) NULLS NOT DISTINCT
    WHERE external_id IS NOT NULL;

CREATE INDEX tickets_source_idx ON tickets (workspace_id, source, created_at, number) WHERE source IS NOT NULL;

CREATE INDEX tickets_merged_idx ON tickets (workspace_id, merged_into_id) WHERE merged_into_id IS NOT NULL;

CREATE INDEX tickets_message_idx ON tickets (workspace_id, message_id) WHERE message_id IS NOT NULL;

CREATE INDEX tickets_filters_idx ON tickets (workspace_id, created_at, number)
    INCLUDE (status_id, priority, group_id, category_id, assignee_id);

CREATE INDEX tickets_updated_idx ON tickets (workspace_id, updated_at, number);

CREATE INDEX tickets_status_idx ON tickets (workspace_id, status_id, created_at, number);

CREATE INDEX tickets_priority_idx ON tickets (workspace_id, priority, created_at, number);

CREATE INDEX tickets_customer_idx ON tickets (workspace_id, customer_id, created_at, number);

CREATE INDEX tickets_assignee_idx ON tickets (workspace_id, assignee_id, created_at, number);

CREATE INDEX tickets_group_idx ON tickets (workspace_id, group_id, created_at, number);

CREATE INDEX tickets_category_idx ON tickets (workspace_id, category_id, created_at, number);

CREATE INDEX tickets_channel_idx ON tickets (workspace_id, channel, created_at, number);

CREATE FUNCTION ticket_tag_key(tag text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN lower(normalize(tag, NFC));

CREATE FUNCTION ticket_long_value_key(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN encode(sha256(convert_to(value, 'UTF8')), 'hex');

CREATE FUNCTION ticket_value_key(value jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN CASE
      WHEN jsonb_typeof(value) = 'number' THEN trim_scale((value)::numeric)::text
      WHEN octet_length(value #>> '{}') > 100 THEN ticket_long_value_key(value #>> '{}')
      ELSE value #>> '{}'
    END;

CREATE TABLE ticket_tag_index (
      workspace_id uuid NOT NULL,
      tag_key text NOT NULL,
      created_at timestamptz(3) NOT NULL,
      number integer NOT NULL,
      ticket_id uuid NOT NULL,
      CONSTRAINT ticket_tag_index_pkey PRIMARY KEY (workspace_id, tag_key, created_at, number) INCLUDE (ticket_id),
      CONSTRAINT ticket_tag_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE ticket_tag_index ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_tag_index FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_tag_index USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX ticket_tag_index_ticket_idx ON ticket_tag_index (workspace_id, ticket_id, tag_key);

CREATE TABLE ticket_value_index (
      workspace_id uuid NOT NULL,
      field_id uuid NOT NULL,
      value_key text NOT NULL,
      ticket_id uuid NOT NULL,
      CONSTRAINT ticket_value_index_pkey PRIMARY KEY (workspace_id, field_id, value_key, ticket_id),
      CONSTRAINT ticket_value_index_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE ticket_value_index ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_value_index FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_value_index USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX ticket_value_index_ticket_idx ON ticket_value_index (workspace_id, ticket_id);

CREATE FUNCTION index_inserted_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO ticket_tag_index (workspace_id, tag_key, created_at, number, ticket_id)
      SELECT ticket.workspace_id, ticket_tag_key(tag), ticket.created_at, ticket.number, ticket.id
      FROM inserted AS ticket, unnest(ticket.tags) AS tag
      ON CONFLICT DO NOTHING;
    INSERT INTO ticket_value_index (workspace_id, field_id, value_key, ticket_id)
      SELECT ticket.workspace_id, entry.key::uuid, ticket_value_key(item), ticket.id
      FROM inserted AS ticket, jsonb_each(ticket.field_values) AS entry, jsonb_path_query(entry.value, '$[*]') AS item
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;

CREATE TRIGGER tickets_index_inserted AFTER INSERT ON tickets REFERENCING NEW TABLE AS inserted
    FOR EACH STATEMENT EXECUTE FUNCTION index_inserted_tickets();

CREATE FUNCTION index_changed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    DELETE FROM ticket_tag_index WHERE workspace_id = NEW.workspace_id AND ticket_id = NEW.id;
    DELETE FROM ticket_value_index WHERE workspace_id = NEW.workspace_id AND ticket_id = NEW.id;
    INSERT INTO ticket_tag_index (workspace_id, tag_key, created_at, number, ticket_id)
      SELECT ticket.workspace_id, ticket_tag_key(tag), ticket.created_at, ticket.number, ticket.id
      FROM (SELECT NEW.*) AS ticket, unnest(ticket.tags) AS tag
      ON CONFLICT DO NOTHING;
    INSERT INTO ticket_value_index (workspace_id, field_id, value_key, ticket_id)
      SELECT ticket.workspace_id, entry.key::uuid, ticket_value_key(item), ticket.id
      FROM (SELECT NEW.*) AS ticket, jsonb_each(ticket.field_values) AS entry, jsonb_path_query(entry.value, '$[*]') AS item
      ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;

CREATE TRIGGER tickets_index_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN ((OLD.created_at, OLD.number, OLD.tags, OLD.field_values)
      IS DISTINCT FROM (NEW.created_at, NEW.number, NEW.tags, NEW.field_values))
    EXECUTE FUNCTION index_changed_ticket();

CREATE TABLE ticket_count_chunks (
      workspace_id uuid NOT NULL,
      created_at timestamptz(3) NOT NULL,
      number integer NOT NULL,
      tickets integer NOT NULL,
      by_status jsonb NOT NULL,
      CONSTRAINT ticket_count_chunks_pkey PRIMARY KEY (workspace_id, created_at, number),
      CONSTRAINT ticket_count_chunks_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE ticket_count_chunks ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_count_chunks FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_count_chunks USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE ticket_count_changes (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL DEFAULT gen_random_uuid(),
      tickets integer NOT NULL,
      created_at timestamptz(3)[] NOT NULL,
      numbers integer[] NOT NULL,
      status_ids uuid[] NOT NULL,
      assignee_ids uuid[] NOT NULL,
      tags text[] NOT NULL,
      CONSTRAINT ticket_count_changes_pkey PRIMARY KEY (workspace_id, id));

ALTER TABLE ticket_count_changes ENABLE ROW LEVEL SECURITY;

ALTER TABLE ticket_count_changes FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON ticket_count_changes USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

ALTER TABLE ticket_count_changes SET (vacuum_index_cleanup = on);

CREATE FUNCTION forget_ticket_count_changes() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE named text := current_setting('app.workspace_id', true);
  BEGIN
    PERFORM set_config('app.workspace_id', OLD.id::text, true);
    DELETE FROM ticket_count_changes WHERE workspace_id = OLD.id;
    PERFORM set_config('app.workspace_id', coalesce(named, ''), true);
    RETURN NULL;
  END $$;

CREATE TRIGGER workspaces_forget_ticket_count_changes AFTER DELETE ON workspaces
    FOR EACH ROW EXECUTE FUNCTION forget_ticket_count_changes();

CREATE FUNCTION count_added_tickets() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO ticket_count_changes (workspace_id, tickets, created_at, numbers, status_ids, assignee_ids, tags)
      SELECT workspace_id, count(*), array_agg(created_at), array_agg(number), array_agg(status_id), array_agg(assignee_id),
        array_agg(tags::text)
      FROM added GROUP BY workspace_id;
    RETURN NULL;
  END $$;

CREATE TRIGGER tickets_count_added AFTER INSERT ON tickets REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION count_added_tickets();

CREATE FUNCTION count_changed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO ticket_count_changes (workspace_id, tickets, created_at, numbers, status_ids, assignee_ids, tags)
      VALUES (OLD.workspace_id, -1, ARRAY[OLD.created_at], ARRAY[OLD.number], ARRAY[OLD.status_id],
      ARRAY[OLD.assignee_id], ARRAY[(CASE WHEN OLD.tags IS DISTINCT FROM NEW.tags THEN OLD.tags END)::text]), (NEW.workspace_id, 1, ARRAY[NEW.created_at], ARRAY[NEW.number], ARRAY[NEW.status_id],
      ARRAY[NEW.assignee_id], ARRAY[(CASE WHEN OLD.tags IS DISTINCT FROM NEW.tags THEN NEW.tags END)::text]);
    RETURN NULL;
  END $$;

CREATE TRIGGER tickets_count_changed AFTER UPDATE ON tickets FOR EACH ROW
    WHEN ((OLD.workspace_id, OLD.created_at, OLD.number, OLD.status_id, OLD.assignee_id, OLD.tags)
      IS DISTINCT FROM (NEW.workspace_id, NEW.created_at, NEW.number, NEW.status_id, NEW.assignee_id, NEW.tags))
    EXECUTE FUNCTION count_changed_ticket();

CREATE FUNCTION count_removed_ticket() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO ticket_count_changes (workspace_id, tickets, created_at, numbers, status_ids, assignee_ids, tags)
      SELECT OLD.workspace_id, -1, ARRAY[OLD.created_at], ARRAY[OLD.number], ARRAY[OLD.status_id],
      ARRAY[OLD.assignee_id], ARRAY[OLD.tags::text] FROM workspaces WHERE id = OLD.workspace_id;
    RETURN NULL;
  END $$;

CREATE TRIGGER tickets_count_removed AFTER DELETE ON tickets FOR EACH ROW
    EXECUTE FUNCTION count_removed_ticket();

CREATE FUNCTION ticket_counts_merged(one jsonb, other jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
    RETURN (SELECT coalesce(jsonb_object_agg(key, tickets), '{}') FROM (
      SELECT key, sum(value::integer) AS tickets
      FROM (SELECT * FROM jsonb_each_text(one) UNION ALL SELECT * FROM jsonb_each_text(other)) AS entry
      GROUP BY key) AS merged WHERE tickets <> 0);

CREATE FUNCTION ticket_tag_names(tags text[]) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT min(tag COLLATE "C") FROM unnest(tags) AS tag GROUP BY ticket_tag_key(tag)
  $$;

CREATE TABLE attachments (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      signed_id_hash bytea NOT NULL,
      upload_hash bytea,
      upload_name text,
      storage_name text NOT NULL,
      filename text NOT NULL,
      content_type text NOT NULL,
      detected_type text,
      byte_size integer NOT NULL,
      checksum text,
      sha256 bytea,
      content_id text,
      is_kept boolean NOT NULL DEFAULT false,
      ticket_id uuid,
      record_id uuid,
      position integer,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      CONSTRAINT attachments_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT attachments_signed_id_key UNIQUE (workspace_id, signed_id_hash),
      CONSTRAINT attachments_upload_key UNIQUE (workspace_id, upload_hash),
      CONSTRAINT attachments_upload_name_key UNIQUE (workspace_id, upload_name),
      CONSTRAINT attachments_storage_name_key UNIQUE (workspace_id, storage_name),
      CONSTRAINT attachments_owner_check CHECK (
        (ticket_id IS NULL) = (position IS NULL) AND (ticket_id IS NULL) = (expires_at IS NOT NULL)
        AND (ticket_id IS NULL) = (record_id IS NULL)),
      CONSTRAINT attachments_bytes_check CHECK (
        (sha256 IS NOT NULL OR ticket_id IS NULL) AND (sha256 IS NULL OR checksum IS NOT NULL)),
      CONSTRAINT attachments_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT attachments_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE attachments ENABLE ROW LEVEL SECURITY;

ALTER TABLE attachments FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON attachments USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX attachments_record_idx ON attachments (workspace_id, record_id, position) WHERE record_id IS NOT NULL;

CREATE INDEX attachments_ticket_idx ON attachments (workspace_id, ticket_id) WHERE ticket_id IS NOT NULL;

CREATE INDEX attachments_expiry_idx ON attachments (workspace_id, expires_at) WHERE expires_at IS NOT NULL;

CREATE TABLE removed_workspaces (
      id uuid NOT NULL,
      CONSTRAINT removed_workspaces_pkey PRIMARY KEY (id)
    );

CREATE FUNCTION remember_removed_workspace() RETURNS trigger LANGUAGE plpgsql AS $$
  
  BEGIN
    INSERT INTO removed_workspaces (id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;

CREATE TRIGGER workspaces_remember_removed AFTER DELETE ON workspaces
      FOR EACH ROW EXECUTE FUNCTION remember_removed_workspace();

CREATE TABLE comments (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      ticket_id uuid NOT NULL,
      position integer NOT NULL,
      comment_type text NOT NULL,
      customer_id uuid,
      team_member_id uuid,
      content text NOT NULL,
      message_id text,
      created_at timestamptz(3) NOT NULL,
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT comments_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT comments_position_key UNIQUE (workspace_id, ticket_id, position),
      CONSTRAINT comments_position_check CHECK (position > 0),
      CONSTRAINT comments_author_check CHECK (num_nonnulls(customer_id, team_member_id) = 1),
      CONSTRAINT comments_type_check CHECK (
        comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)),
      CONSTRAINT comments_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT comments_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT comments_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      CONSTRAINT comments_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id));

ALTER TABLE comments ENABLE ROW LEVEL SECURITY;

ALTER TABLE comments FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON comments USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE UNIQUE INDEX comments_message_key ON comments (workspace_id, ticket_id, message_id)
      WHERE message_id IS NOT NULL;

CREATE INDEX comments_by_message_idx ON comments (workspace_id, message_id) WHERE message_id IS NOT NULL;

CREATE INDEX comments_customer_idx ON comments (workspace_id, customer_id) WHERE customer_id IS NOT NULL;

CREATE VIEW comments_for_customers WITH (security_barrier) AS
      SELECT workspace_id, id, ticket_id, position, customer_id, team_member_id, content, message_id, created_at, updated_at
      FROM comments WHERE comment_type = 'reply' AND workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid;

CREATE TABLE comment_mentions (
      workspace_id uuid NOT NULL,
      comment_id uuid NOT NULL,
      team_member_id uuid NOT NULL,
      CONSTRAINT comment_mentions_pkey PRIMARY KEY (workspace_id, comment_id, team_member_id),
      CONSTRAINT comment_mentions_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT comment_mentions_comment_fkey FOREIGN KEY (workspace_id, comment_id)
        REFERENCES comments (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT comment_mentions_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id));

ALTER TABLE comment_mentions ENABLE ROW LEVEL SECURITY;

ALTER TABLE comment_mentions FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON comment_mentions USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE comment_drafts (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      ticket_id uuid NOT NULL,
      comment_type text NOT NULL,
      customer_id uuid,
      team_member_id uuid,
      content text NOT NULL,
      mentioned_ids uuid[] NOT NULL DEFAULT '{}',
      updated_at timestamptz(3) NOT NULL,
      CONSTRAINT comment_drafts_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT comment_drafts_type_key UNIQUE (workspace_id, ticket_id, comment_type),
      CONSTRAINT comment_drafts_author_check CHECK (num_nonnulls(customer_id, team_member_id) = 1),
      CONSTRAINT comment_drafts_type_check CHECK (
        comment_type = 'reply' OR (comment_type = 'note' AND team_member_id IS NOT NULL)),
      CONSTRAINT comment_drafts_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE,
      CONSTRAINT comment_drafts_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT comment_drafts_customer_fkey FOREIGN KEY (workspace_id, customer_id) REFERENCES customers (workspace_id, id),
      CONSTRAINT comment_drafts_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id));

ALTER TABLE comment_drafts ENABLE ROW LEVEL SECURITY;

ALTER TABLE comment_drafts FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON comment_drafts USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE search_states (
      workspace_id uuid NOT NULL,
      version smallint NOT NULL,
      CONSTRAINT search_states_pkey PRIMARY KEY (workspace_id),
      CONSTRAINT search_states_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE search_states ENABLE ROW LEVEL SECURITY;

ALTER TABLE search_states FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON search_states USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE search_work (
      workspace_id uuid NOT NULL,
      event_position bigint NOT NULL,
      kind text NOT NULL,
      ticket_number integer,
      position integer,
      last_number integer,
      first_comment uuid,
      last_comment uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT search_work_pkey PRIMARY KEY (workspace_id, event_position, kind),
      CONSTRAINT search_work_kind_check CHECK (kind IN ('text', 'tickets', 'comments')),
      CONSTRAINT search_work_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE search_work ENABLE ROW LEVEL SECURITY;

ALTER TABLE search_work FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON search_work USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

ALTER TABLE search_work SET (vacuum_index_cleanup = on);

CREATE FUNCTION search_wall(workspace uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN '#' || encode(substring(uuid_send(workspace) FROM 8 FOR 9), 'base64');

CREATE TABLE search_texts (
      workspace_id uuid NOT NULL,
      ticket_number integer NOT NULL,
      position integer NOT NULL,
      version smallint NOT NULL,
      words tsvector NOT NULL,
      CONSTRAINT search_texts_pkey PRIMARY KEY (workspace_id, ticket_number, position),
      CONSTRAINT search_texts_wall_check CHECK (words @@ quote_literal(search_wall(workspace_id))::tsquery),
      CONSTRAINT search_texts_ticket_fkey FOREIGN KEY (workspace_id, ticket_number)
        REFERENCES tickets (workspace_id, number) ON DELETE CASCADE);

ALTER TABLE search_texts ENABLE ROW LEVEL SECURITY;

ALTER TABLE search_texts FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON search_texts USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX search_texts_words_idx ON search_texts USING gin (words);

CREATE POLICY search_functions ON search_texts FOR SELECT TO CURRENT_USER USING (true);

CREATE FUNCTION search_tickets(wanted text[], unwanted text[]) RETURNS SETOF integer LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
  DECLARE
    workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;
    wall tsquery := quote_literal(public.search_wall(workspace))::tsquery;
    terms tsquery[] := ARRAY(SELECT wall && wish::tsquery FROM unnest(wanted) AS wish);
    term tsquery;
    none tsquery;
    found integer;
    fewest integer;
    rarest integer := 1;
    candidates integer[];
  BEGIN
    IF workspace IS NULL OR cardinality(terms) = 0 THEN RETURN; END IF;
    FOR place IN 1 .. cardinality(terms) LOOP
      EXIT WHEN cardinality(terms) = 1;
      term := terms[place];
      found := (SELECT count(*) FROM (SELECT FROM (SELECT workspace_id, ticket_number FROM public.search_texts WHERE words @@ term OFFSET 0)
        AS text WHERE text.workspace_id = workspace LIMIT 2001) AS probed);
      IF found = 0 THEN RETURN; END IF;
      IF fewest IS NULL OR found < fewest THEN fewest := found; rarest := place; END IF;
      EXIT WHEN fewest <= 100;
    END LOOP;
    term := terms[rarest];
    candidates := ARRAY(SELECT DISTINCT text.ticket_number FROM (SELECT workspace_id, ticket_number FROM public.search_texts WHERE words @@ term OFFSET 0)
        AS text WHERE text.workspace_id = workspace);
    FOR place IN 1 .. cardinality(terms) LOOP
      CONTINUE WHEN place = rarest;
      term := terms[place];
      IF cardinality(candidates) <= 2000 THEN
        candidates := ARRAY(SELECT candidate FROM unnest(candidates) AS candidate WHERE EXISTS (SELECT FROM (
          SELECT text.words FROM public.search_texts AS text
          WHERE text.workspace_id = workspace AND text.ticket_number = candidate OFFSET 0) AS own
        WHERE own.words @@ term));
      ELSE
        candidates := ARRAY(SELECT unnest(candidates) INTERSECT SELECT text.ticket_number FROM (SELECT workspace_id, ticket_number FROM public.search_texts WHERE words @@ term OFFSET 0)
        AS text WHERE text.workspace_id = workspace);
      END IF;
    END LOOP;
    FOREACH term IN ARRAY coalesce(unwanted, '{}')::tsquery[] LOOP
      none := coalesce(none || term, term);
    END LOOP;
    IF none IS NULL THEN
      RETURN QUERY SELECT unnest(candidates);
    ELSIF cardinality(candidates) <= 2000 THEN
      RETURN QUERY SELECT candidate FROM unnest(candidates) AS candidate WHERE NOT EXISTS (SELECT FROM (
          SELECT text.words FROM public.search_texts AS text
          WHERE text.workspace_id = workspace AND text.ticket_number = candidate OFFSET 0) AS own
        WHERE own.words @@ none);
    ELSE
      term := wall && none;
      RETURN QUERY SELECT unnest(candidates) EXCEPT SELECT text.ticket_number FROM (SELECT workspace_id, ticket_number FROM public.search_texts WHERE words @@ term OFFSET 0)
        AS text WHERE text.workspace_id = workspace;
    END IF;
  END $$;

CREATE FUNCTION search_matches(numbers integer[], term text, most integer)
    RETURNS TABLE (ticket_number integer, "position" integer) LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET enable_seqscan = off AS $$
  #variable_conflict use_column
  DECLARE
    workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;
    query tsquery := term::tsquery;
  BEGIN
    RETURN QUERY SELECT asked.number, found.position
      FROM unnest(numbers) AS asked (number) CROSS JOIN LATERAL (
        SELECT own.position FROM (
          SELECT text.position, text.words FROM public.search_texts AS text
          WHERE text.workspace_id = workspace AND text.ticket_number = asked.number OFFSET 0) AS own
        WHERE own.words @@ query ORDER BY own.position LIMIT most) AS found;
  END $$;

REVOKE ALL ON FUNCTION search_tickets(text[], text[]), search_matches(integer[], text, integer) FROM PUBLIC;

CREATE TABLE webhooks (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      url text NOT NULL,
      types text[] NOT NULL,
      include_notes boolean NOT NULL DEFAULT false,
      include_silent boolean NOT NULL DEFAULT false,
      state text NOT NULL DEFAULT 'active',
      disabled_reason text,
      failing_since timestamptz(3),
      begins_after bigint NOT NULL DEFAULT 0,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      updated_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT webhooks_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT webhooks_state_check CHECK (state IN ('active', 'disabled', 'deleted')),
      CONSTRAINT webhooks_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE webhooks ENABLE ROW LEVEL SECURITY;

ALTER TABLE webhooks FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON webhooks USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE webhook_secrets (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      sealed bytea NOT NULL,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      expires_at timestamptz(3),
      CONSTRAINT webhook_secrets_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT webhook_secrets_webhook_fkey FOREIGN KEY (workspace_id, webhook_id)
        REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE webhook_secrets ENABLE ROW LEVEL SECURITY;

ALTER TABLE webhook_secrets FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON webhook_secrets USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX webhook_secrets_webhook_idx ON webhook_secrets (workspace_id, webhook_id);

CREATE TABLE webhook_deliveries (
      workspace_id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      id uuid NOT NULL,
      type text NOT NULL,
      position bigint,
      state text NOT NULL DEFAULT 'pending',
      failures integer NOT NULL DEFAULT 0,
      tries integer NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      lease uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      finished_at timestamptz(3),
      CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, webhook_id, id),
      CONSTRAINT webhook_deliveries_state_check CHECK (state IN ('pending', 'delivered', 'failed')),
      CONSTRAINT webhook_deliveries_webhook_fkey FOREIGN KEY (workspace_id, webhook_id)
        REFERENCES webhooks (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE webhook_deliveries ENABLE ROW LEVEL SECURITY;

ALTER TABLE webhook_deliveries FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON webhook_deliveries USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (workspace_id, webhook_id, due_at)
      WHERE state = 'pending';

CREATE INDEX webhook_deliveries_leased_idx ON webhook_deliveries (workspace_id, webhook_id) WHERE lease IS NOT NULL;

CREATE INDEX webhook_deliveries_list_idx ON webhook_deliveries (workspace_id, webhook_id, created_at, id);

CREATE INDEX webhook_deliveries_state_idx ON webhook_deliveries (workspace_id, webhook_id, state, created_at, id);

CREATE INDEX webhook_deliveries_finished_idx ON webhook_deliveries (workspace_id, finished_at)
      WHERE finished_at IS NOT NULL;

CREATE TABLE webhook_tries (
      workspace_id uuid NOT NULL,
      webhook_id uuid NOT NULL,
      delivery_id uuid NOT NULL,
      number integer NOT NULL,
      at timestamptz(3) NOT NULL,
      status integer,
      error text,
      milliseconds integer NOT NULL,
      answer text,
      CONSTRAINT webhook_tries_pkey PRIMARY KEY (workspace_id, webhook_id, delivery_id, number),
      CONSTRAINT webhook_tries_delivery_fkey FOREIGN KEY (workspace_id, webhook_id, delivery_id)
        REFERENCES webhook_deliveries (workspace_id, webhook_id, id) ON DELETE CASCADE);

ALTER TABLE webhook_tries ENABLE ROW LEVEL SECURITY;

ALTER TABLE webhook_tries FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON webhook_tries USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE mails (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      kind text NOT NULL,
      ticket_id uuid,
      comment_id uuid,
      customer_id uuid,
      team_member_id uuid,
      email_key text,
      state text NOT NULL DEFAULT 'pending',
      left_to text[],
      refusal text,
      failures integer NOT NULL DEFAULT 0,
      answer text,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      lease uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      finished_at timestamptz(3),
      CONSTRAINT mails_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT mails_kind_check CHECK (CASE kind
        WHEN 'acknowledgement' THEN num_nulls(ticket_id, customer_id) = 0 AND num_nonnulls(comment_id, team_member_id, email_key) = 0
        WHEN 'reply' THEN num_nulls(ticket_id, customer_id, comment_id) = 0 AND num_nonnulls(team_member_id, email_key) = 0
        WHEN 'invitation' THEN num_nonnulls(ticket_id, customer_id, comment_id) = 0 AND num_nulls(team_member_id, email_key) = 0
        ELSE false END),
      CONSTRAINT mails_state_check CHECK (state IN ('pending', 'sent', 'failed', 'skipped')),
      CONSTRAINT mails_ticket_fkey FOREIGN KEY (workspace_id, ticket_id)
        REFERENCES tickets (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT mails_customer_fkey FOREIGN KEY (workspace_id, customer_id)
        REFERENCES customers (workspace_id, id) ON DELETE CASCADE,
      CONSTRAINT mails_team_member_fkey FOREIGN KEY (workspace_id, team_member_id)
        REFERENCES team_members (workspace_id, id) ON DELETE CASCADE);

ALTER TABLE mails ENABLE ROW LEVEL SECURITY;

ALTER TABLE mails FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON mails USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX mails_due_idx ON mails (workspace_id, due_at) WHERE state = 'pending';

CREATE INDEX mails_finished_idx ON mails (workspace_id, finished_at) WHERE finished_at IS NOT NULL;

CREATE INDEX mails_invitations_idx ON mails (workspace_id, created_at) WHERE kind = 'invitation';

CREATE INDEX mails_ticket_idx ON mails (workspace_id, ticket_id);

CREATE INDEX mails_customer_idx ON mails (workspace_id, customer_id, created_at);

CREATE TABLE inbound_emails (
      workspace_id uuid NOT NULL,
      id uuid NOT NULL,
      digest bytea NOT NULL,
      state text NOT NULL DEFAULT 'pending',
      reason text,
      message_id text,
      sender text,
      sender_key text,
      sender_authenticated boolean,
      subject text,
      byte_size integer NOT NULL,
      is_old boolean NOT NULL DEFAULT false,
      released jsonb,
      ticket_id uuid,
      comment_id uuid,
      failures integer NOT NULL DEFAULT 0,
      due_at timestamptz(3) NOT NULL DEFAULT now(),
      lease uuid,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      finished_at timestamptz(3),
      CONSTRAINT inbound_emails_pkey PRIMARY KEY (workspace_id, id),
      CONSTRAINT inbound_emails_digest_key UNIQUE (workspace_id, digest),
      CONSTRAINT inbound_emails_state_check CHECK (state IN ('pending', 'accepted', 'ignored', 'suspended', 'deleted')),
      CONSTRAINT inbound_emails_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE inbound_emails ENABLE ROW LEVEL SECURITY;

ALTER TABLE inbound_emails FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON inbound_emails USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE INDEX inbound_emails_list_idx ON inbound_emails (workspace_id, created_at, id);

CREATE INDEX inbound_emails_state_idx ON inbound_emails (workspace_id, state, created_at, id);

CREATE INDEX inbound_emails_due_idx ON inbound_emails (workspace_id, due_at) WHERE state = 'pending';

CREATE INDEX inbound_emails_accepted_idx ON inbound_emails (workspace_id, finished_at) WHERE ticket_id IS NOT NULL;

CREATE INDEX inbound_emails_ticket_idx ON inbound_emails (workspace_id, ticket_id, finished_at) WHERE ticket_id IS NOT NULL;

CREATE INDEX inbound_emails_sender_idx ON inbound_emails (workspace_id, sender_key, finished_at)
      WHERE sender_key IS NOT NULL;

CREATE TABLE mailbox_cursors (
      workspace_id uuid NOT NULL,
      mailbox text NOT NULL,
      uid_validity bigint NOT NULL,
      last_uid bigint NOT NULL,
      first_uid bigint,
      takes_old boolean NOT NULL,
      began_at timestamptz(3) NOT NULL DEFAULT now(),
      read_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT mailbox_cursors_pkey PRIMARY KEY (workspace_id, mailbox),
      CONSTRAINT mailbox_cursors_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE mailbox_cursors ENABLE ROW LEVEL SECURITY;

ALTER TABLE mailbox_cursors FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON mailbox_cursors USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE report_generations (
      workspace_id uuid NOT NULL,
      is_live boolean NOT NULL,
      generation integer NOT NULL,
      time_zone text NOT NULL,
      kept_position bigint,
      kept_until timestamptz(3),
      CONSTRAINT report_generations_pkey PRIMARY KEY (workspace_id, is_live),
      CONSTRAINT report_generations_generation_key UNIQUE (workspace_id, generation),
      CONSTRAINT report_generations_workspace_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces (id) ON DELETE CASCADE);

ALTER TABLE report_generations ENABLE ROW LEVEL SECURITY;

ALTER TABLE report_generations FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON report_generations USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

CREATE TABLE report_counts (
      workspace_id uuid NOT NULL,
      generation integer NOT NULL,
      grain text NOT NULL,
      kind text NOT NULL,
      starts timestamp NOT NULL,
      subject_id uuid NOT NULL,
      entered bigint NOT NULL,
      assigned bigint NOT NULL,
      closed bigint NOT NULL,
      responses bigint NOT NULL,
      response_seconds bigint NOT NULL,
      resolutions bigint NOT NULL,
      resolution_seconds bigint NOT NULL,
      CONSTRAINT report_counts_pkey PRIMARY KEY (workspace_id, generation, grain, kind, starts, subject_id),
      CONSTRAINT report_counts_grain_check CHECK (grain IN ('minute', 'day', 'month')),
      CONSTRAINT report_counts_kind_check CHECK (kind IN ('workspace', 'status', 'member', 'group')),
      CONSTRAINT report_counts_generation_fkey FOREIGN KEY (workspace_id, generation)
        REFERENCES report_generations (workspace_id, generation) ON DELETE CASCADE);

ALTER TABLE report_counts ENABLE ROW LEVEL SECURITY;

ALTER TABLE report_counts FORCE ROW LEVEL SECURITY;

CREATE POLICY tenant_isolation ON report_counts USING (workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid);

ALTER TABLE report_counts SET (fillfactor = 80);

CREATE FUNCTION delete_rows_of_workspace(of_table text, most integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;
    deleted integer;
  BEGIN
    PERFORM FROM public.workspaces WHERE id = workspace AND deleting_at IS NOT NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN 0; END IF;
    EXECUTE format('WITH gone AS (DELETE FROM public.%1$I WHERE workspace_id = $1
        AND ctid = ANY (ARRAY(SELECT ctid FROM public.%1$I WHERE workspace_id = $1 LIMIT $2)) RETURNING 1)
      SELECT count(*) FROM gone', of_table) INTO deleted USING workspace, most;
    RETURN deleted;
  END $$;

CREATE FUNCTION delete_workspace() RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
  DECLARE
    workspace uuid := nullif(current_setting('app.workspace_id', true), '')::uuid;
  BEGIN
    PERFORM FROM public.workspaces WHERE id = workspace AND deleting_at IS NOT NULL FOR UPDATE;
    IF NOT FOUND THEN RETURN; END IF;
    DELETE FROM public.workspaces WHERE id = workspace;
  END $$;

REVOKE ALL ON FUNCTION delete_rows_of_workspace(text, integer), delete_workspace() FROM PUBLIC;

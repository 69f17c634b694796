import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

/** Entities for the existing tables, as a tutorial would write them: with a relation for everything that an answer shows. */

/** A relation to a row of the same workspace. */
function Belongs(column: string): PropertyDecorator {
  return JoinColumn([
    { name: 'workspace_id', referencedColumnName: 'workspaceId' },
    { name: column, referencedColumnName: 'id' },
  ]);
}

abstract class Row {
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('uuid')
  id!: string;
}

@Entity('ticket_statuses')
export class Status extends Row {
  @Column('text')
  name!: string;
}

@Entity('ticket_categories')
export class Category extends Row {
  @Column('text')
  name!: string;
}

@Entity('groups')
export class Group extends Row {
  @Column('text')
  name!: string;
}

@Entity('team_members')
export class TeamMember extends Row {
  @Column('text')
  email!: string;

  @Column('text', { name: 'first_name' })
  firstName!: string;

  @Column('text', { name: 'last_name' })
  lastName!: string;
}

@Entity('customers')
export class Customer extends Row {
  @Column('text', { name: 'first_name', nullable: true })
  firstName!: string | null;

  @Column('text', { name: 'last_name', nullable: true })
  lastName!: string | null;

  @Column('text', { name: 'primary_email' })
  primaryEmail!: string;

  @Column('text', { name: 'phones', array: true })
  shownPhones!: string[];

  @OneToMany(() => CustomerEmail, (email) => email.customer, { cascade: ['insert'] })
  emails!: Relation<CustomerEmail>[];

  @OneToMany(() => CustomerPhone, (phone) => phone.customer, { cascade: ['insert'] })
  phones!: Relation<CustomerPhone>[];
}

@Entity('customer_emails')
export class CustomerEmail {
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text', { name: 'email_key' })
  emailKey!: string;

  @Column('text')
  email!: string;

  @Column('boolean', { name: 'is_primary' })
  isPrimary!: boolean;

  @Column('integer')
  position!: number;

  @ManyToOne(() => Customer, (customer) => customer.emails)
  @Belongs('customer_id')
  customer!: Relation<Customer>;
}

@Entity('customer_phones')
export class CustomerPhone {
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('uuid', { name: 'customer_id' })
  customerId!: string;

  @PrimaryColumn('integer')
  position!: number;

  @Column('text')
  phone!: string;

  @ManyToOne(() => Customer, (customer) => customer.phones)
  @Belongs('customer_id')
  customer!: Relation<Customer>;
}

@Entity('ticket_fields')
export class Field extends Row {
  @Column('text')
  name!: string;

  @Column('text')
  kind!: string;

  @Column('text')
  state!: string;

  @Column('boolean', { name: 'is_required' })
  isRequired!: boolean;

  @Column('boolean', { name: 'is_required_for_agent_when_submitting_form' })
  isRequiredForAgentWhenSubmittingForm!: boolean;

  @Column('boolean', { name: 'is_required_for_agent_when_closing_ticket' })
  isRequiredForAgentWhenClosingTicket!: boolean;

  @Column('integer', { name: 'display_order' })
  displayOrder!: number;

  @Column('text', { name: 'placeholder_slug', nullable: true })
  placeholderSlug!: string | null;

  @CreateDateColumn({ type: 'timestamptz', name: 'created_at' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;

  @OneToMany(() => FieldOption, (option) => option.field)
  options!: Relation<FieldOption>[];
}

@Entity('ticket_field_options')
export class FieldOption extends Row {
  @Column('text')
  label!: string;

  @Column('integer', { name: 'display_order' })
  displayOrder!: number;

  @ManyToOne(() => Field, (field) => field.options)
  @Belongs('field_id')
  field!: Relation<Field>;
}

@Entity('tickets')
export class Ticket extends Row {
  @Column('integer')
  number!: number;

  @Column('text')
  subject!: string;

  @Column('text')
  description!: string;

  @Column('text', { nullable: true })
  priority!: string | null;

  @Column('jsonb', { name: 'field_values' })
  fieldValues!: Record<string, unknown>;

  @Column('text', { name: 'external_id', nullable: true })
  externalId!: string | null;

  @Column('text', { nullable: true })
  source!: string | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz', name: 'updated_at' })
  updatedAt!: Date;

  @Column('timestamptz', { name: 'resolution_due_at', nullable: true })
  resolutionDueAt!: Date | null;

  @Column('uuid', { name: 'status_id' })
  statusId!: string;

  @ManyToOne(() => Status)
  @Belongs('status_id')
  status!: Relation<Status>;

  @ManyToOne(() => Category, { nullable: true })
  @Belongs('category_id')
  category!: Relation<Category> | null;

  @ManyToOne(() => Category, { nullable: true })
  @Belongs('sub_category_one_id')
  subCategoryOne!: Relation<Category> | null;

  @ManyToOne(() => Category, { nullable: true })
  @Belongs('sub_category_two_id')
  subCategoryTwo!: Relation<Category> | null;

  @ManyToOne(() => Group, { nullable: true })
  @Belongs('group_id')
  group!: Relation<Group> | null;

  @ManyToOne(() => TeamMember, { nullable: true })
  @Belongs('assignee_id')
  assignee!: Relation<TeamMember> | null;

  @ManyToOne(() => Customer)
  @Belongs('customer_id')
  customer!: Relation<Customer>;

  @OneToMany(() => TicketTag, (tag) => tag.ticket)
  tags!: Relation<TicketTag>[];

  @OneToMany(() => TicketValue, (value) => value.ticket)
  values!: Relation<TicketValue>[];
}

@Entity('ticket_tag_index')
export class TicketTag {
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('text', { name: 'tag_key' })
  tag!: string;

  @PrimaryColumn('uuid', { name: 'ticket_id' })
  ticketId!: string;

  @ManyToOne(() => Ticket, (ticket) => ticket.tags)
  @Belongs('ticket_id')
  ticket!: Relation<Ticket>;
}

@Entity('ticket_value_index')
export class TicketValue {
  @PrimaryColumn('uuid', { name: 'workspace_id' })
  workspaceId!: string;

  @PrimaryColumn('uuid', { name: 'field_id' })
  fieldId!: string;

  @PrimaryColumn('text', { name: 'value_key' })
  value!: string;

  @PrimaryColumn('uuid', { name: 'ticket_id' })
  ticketId!: string;

  @ManyToOne(() => Ticket, (ticket) => ticket.values)
  @Belongs('ticket_id')
  ticket!: Relation<Ticket>;

  @ManyToOne(() => Field)
  @Belongs('field_id')
  field!: Relation<Field>;
}

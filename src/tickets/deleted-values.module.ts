import { Module } from '@nestjs/common';
import { FieldsModule } from '../fields/fields.module.js';
import { DeletedValuesSweeper } from './deleted-values.sweeper.js';
import { TicketsModule } from './tickets.module.js';

/** Part of the running service only: commands do not stay long enough to clear anything. */
@Module({ imports: [FieldsModule, TicketsModule], providers: [DeletedValuesSweeper] })
export class DeletedValuesModule {}

import { Module } from '@nestjs/common';
import { FieldRepository } from './field.repository.js';
import { FieldsService } from './fields.service.js';

@Module({ providers: [FieldRepository, FieldsService], exports: [FieldsService] })
export class FieldsModule {}

import { Module } from '@nestjs/common';
import { FormRepository } from './form.repository.js';
import { FormsService } from './forms.service.js';

@Module({ providers: [FormRepository, FormsService], exports: [FormsService] })
export class FormsModule {}

import { Module } from '@nestjs/common';
import { FormRepository } from './form.repository.js';
import { FormsController } from './forms.controller.js';
import { FormsService } from './forms.service.js';

@Module({
  controllers: [FormsController],
  providers: [FormRepository, FormsService],
  exports: [FormsService],
})
export class FormsModule {}

package com.example.hpa.forecast;

import dev.hpa.spi.Forecaster;
import dev.hpa.tck.ForecasterContract;

class ContractTest extends ForecasterContract {

  @Override
  protected Forecaster forecaster() {
    return new WorkingDaysForecaster();
  }
}

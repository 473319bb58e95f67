package dev.hpa.core.forecast;

import dev.hpa.spi.Forecaster;
import dev.hpa.tck.ForecasterContract;

class SeasonalContractTest extends ForecasterContract {

  @Override
  protected Forecaster forecaster() {
    return new SeasonalForecaster();
  }
}

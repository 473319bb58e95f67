package dev.hpa.controller.reconcile;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;

/** Scales whose reads and writes are no {@linkplain ComputingTime computing time} of a sync. */
record MeasuredScales(ScaleClient scales) implements ScaleClient {

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    try (ComputingTime.Wait _ = ComputingTime.pause()) {
      return scales.read(namespace, target);
    }
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    try (ComputingTime.Wait _ = ComputingTime.pause()) {
      return scales.reread(target);
    }
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    try (ComputingTime.Wait _ = ComputingTime.pause()) {
      return scales.write(target);
    }
  }
}

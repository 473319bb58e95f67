package dev.hpa.tck;

import java.util.concurrent.CompletableFuture;

/** A forecaster whose constructor starts a thread. */
public final class HastyForecaster extends SampleForecaster {

  @SuppressWarnings("ThreadStartInConstructor")
  public HastyForecaster() {
    Thread.ofPlatform().name("hasty").daemon().start(new CompletableFuture<Void>()::join);
  }
}

package dev.hpa.tck;

import java.util.concurrent.CompletableFuture;

/** A factory whose constructor starts a thread. */
public final class HastyScaleClientFactory extends SampleScaleClientFactory {

  @SuppressWarnings("ThreadStartInConstructor")
  public HastyScaleClientFactory() {
    Thread.ofPlatform().name("hasty").daemon().start(new CompletableFuture<Void>()::join);
  }
}

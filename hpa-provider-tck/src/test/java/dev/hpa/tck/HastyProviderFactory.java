package dev.hpa.tck;

import java.util.concurrent.CompletableFuture;

/** A factory whose constructor starts a thread. */
public final class HastyProviderFactory extends SampleProviderFactory {

  @SuppressWarnings("ThreadStartInConstructor")
  public HastyProviderFactory() {
    Thread.ofPlatform().name("hasty").daemon().start(new CompletableFuture<Void>()::join);
  }
}

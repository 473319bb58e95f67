package dev.hpa.controller.wiring;

import com.google.inject.AbstractModule;
import com.google.inject.Provides;
import com.google.inject.Singleton;
import dev.hpa.controller.state.StateKeeper;
import dev.hpa.controller.state.StateSettings;
import dev.hpa.kube.client.ClientOptions;
import dev.hpa.kube.client.WriteFence;

/** Binds the state that survives restarts. */
final class StateModule extends AbstractModule {

  private final StateSettings settings;
  private final ClientOptions client;
  private final WriteFence fence;

  StateModule(StateSettings settings, ClientOptions client, WriteFence fence) {
    this.settings = settings;
    this.client = client;
    this.fence = fence;
  }

  @Provides
  @Singleton
  StateKeeper keeper() {
    return StateKeeper.NONE;
  }
}

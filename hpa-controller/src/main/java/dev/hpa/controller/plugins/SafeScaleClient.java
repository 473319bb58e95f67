package dev.hpa.controller.plugins;

import dev.hpa.api.CrossVersionObjectReference;
import dev.hpa.spi.ScaleClient;
import dev.hpa.spi.ScaleException;
import dev.hpa.spi.TargetScale;

/** A plug-in's scale client whose texts are {@linkplain PluginMessages sanitized}. */
record SafeScaleClient(ScaleClient client, PluginMessages texts) implements ScaleClient {

  /** One call of the client. */
  private interface Call {
    TargetScale make() throws ScaleException;
  }

  @Override
  public TargetScale read(String namespace, CrossVersionObjectReference target)
      throws ScaleException {
    return safe(() -> client.read(namespace, target));
  }

  @Override
  public TargetScale reread(TargetScale target) throws ScaleException {
    return safe(() -> client.reread(target));
  }

  @Override
  public TargetScale write(TargetScale target) throws ScaleException {
    return safe(() -> client.write(target));
  }

  private TargetScale safe(Call call) throws ScaleException {
    try {
      return call.make();
    } catch (ScaleException failure) {
      throw texts.safe(failure);
    } catch (RuntimeException failure) {
      throw texts.safe(failure);
    } catch (Error failure) {
      throw texts.safe(failure);
    }
  }

  @Override
  public void close() {
    try {
      client.close();
    } catch (RuntimeException failure) {
      throw texts.safe(failure);
    }
  }
}

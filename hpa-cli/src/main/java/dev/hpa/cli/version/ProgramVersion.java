package dev.hpa.cli.version;

import dev.hpa.api.BuildInfo;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class ProgramVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "hpa %s, emulating Kubernetes v%d.%d"
          .formatted(BuildInfo.VERSION, BuildInfo.KUBERNETES_MAJOR, BuildInfo.KUBERNETES_MINOR)
    };
  }
}

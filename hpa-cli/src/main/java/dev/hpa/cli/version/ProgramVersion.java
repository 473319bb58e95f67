package dev.hpa.cli.version;

import dev.hpa.api.BuildInfo;
import dev.hpa.api.KubernetesVersion;
import picocli.CommandLine.IVersionProvider;

/** What {@code --version} prints. */
public final class ProgramVersion implements IVersionProvider {

  @Override
  public String[] getVersion() {
    return new String[] {
      "hpa %s, emulating Kubernetes v%s".formatted(BuildInfo.VERSION, KubernetesVersion.DEFAULT)
    };
  }
}

package dev.hpa.kube.client;

import java.util.List;

/**
 * What a user chooses within kubeconfigs, as the options of kubectl do. Immutable.
 *
 * @param context {@code --context}; empty for the current context
 * @param user {@code --as}, the user to impersonate; empty for that of the kubeconfig
 * @param groups {@code --as-group}, the groups to impersonate; without effect without a user
 * @param uid {@code --as-uid}; empty for none
 */
public record KubeconfigChoice(String context, String user, List<String> groups, String uid) {

  /** What the kubeconfigs say. */
  public static final KubeconfigChoice NONE = new KubeconfigChoice("", "", List.of(), "");

  public KubeconfigChoice {
    groups = List.copyOf(groups);
  }
}

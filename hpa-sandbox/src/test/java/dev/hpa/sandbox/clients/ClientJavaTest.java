package dev.hpa.sandbox.clients;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hpa.sandbox.Sandbox;
import io.kubernetes.client.custom.V1Patch;
import io.kubernetes.client.informer.ResourceEventHandler;
import io.kubernetes.client.informer.SharedIndexInformer;
import io.kubernetes.client.informer.SharedInformerFactory;
import io.kubernetes.client.openapi.ApiClient;
import io.kubernetes.client.openapi.ApiException;
import io.kubernetes.client.openapi.apis.AppsV1Api;
import io.kubernetes.client.openapi.apis.CoreV1Api;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1ConfigMapList;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Pod;
import io.kubernetes.client.openapi.models.V1PodList;
import io.kubernetes.client.openapi.models.V1Scale;
import io.kubernetes.client.util.ClientBuilder;
import io.kubernetes.client.util.KubeConfig;
import io.kubernetes.client.util.PatchUtils;
import io.kubernetes.client.util.Yaml;
import java.io.IOException;
import java.io.StringReader;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** The official Java client: informers, patches and scale. */
class ClientJavaTest {

  private static final String NAMESPACE = "default";
  private static final long RESYNC_MILLIS = 1000;

  @Test
  void worksWithoutWarnings() throws Exception {
    ClientRounds.of(Round::new);
  }

  private static final class Round implements ClientRounds.Round {

    private final Eventually eventually = new Eventually();
    private final ApiClient client;
    private final AppsV1Api apps;
    private final CoreV1Api core;
    private final SharedInformerFactory informers;
    private final SharedIndexInformer<V1Pod> pods;
    private final SharedIndexInformer<V1ConfigMap> maps;

    Round(Sandbox sandbox) throws IOException {
      client =
          ClientBuilder.kubeconfig(
                  KubeConfig.loadKubeConfig(new StringReader(sandbox.kubeconfig())))
              .build();
      apps = new AppsV1Api(client);
      core = new CoreV1Api(client);
      informers = new SharedInformerFactory(client);
      pods =
          informers.sharedIndexInformerFor(
              params ->
                  core.listPodForAllNamespaces()
                      .resourceVersion(params.resourceVersion)
                      .timeoutSeconds(params.timeoutSeconds)
                      .allowWatchBookmarks(params.watch)
                      .watch(params.watch)
                      .buildCall(null),
              V1Pod.class,
              V1PodList.class,
              RESYNC_MILLIS);
      maps =
          informers.sharedIndexInformerFor(
              params ->
                  core.listNamespacedConfigMap(NAMESPACE)
                      .resourceVersion(params.resourceVersion)
                      .timeoutSeconds(params.timeoutSeconds)
                      .watch(params.watch)
                      .buildCall(null),
              V1ConfigMap.class,
              V1ConfigMapList.class,
              RESYNC_MILLIS);
      pods.addEventHandler(new Teller<>());
      maps.addEventHandler(new Teller<>());
      informers.startAllRegisteredInformers();
    }

    @Override
    public void run(int number) throws Exception {
      String name = "web-" + number;
      apps.createNamespacedDeployment(
              NAMESPACE, Yaml.loadAs(Manifests.deployment(name, 2), V1Deployment.class))
          .execute();
      awaitPods(name, 2);
      patch(
          V1Patch.PATCH_FORMAT_STRATEGIC_MERGE_PATCH,
          name,
          "{\"spec\":{\"replicas\":3,\"template\":{\"spec\":{\"containers\":[{\"name\":\"web\",\"image\":\"web:2\"}]}}}}");
      awaitPods(name, 3);
      V1Scale scale = apps.readNamespacedDeploymentScale(name, NAMESPACE).execute();
      Objects.requireNonNull(scale.getSpec()).setReplicas(1);
      // Independent of what controllers have written since.
      Objects.requireNonNull(scale.getMetadata()).setResourceVersion(null);
      apps.replaceNamespacedDeploymentScale(name, NAMESPACE, scale).execute();
      awaitPods(name, 1);
      assertEquals(Map.of("round", name), created(name).getData());
      eventually.await(
          "the applied map", () -> maps.getIndexer().getByKey(NAMESPACE + "/" + name) != null);
    }

    @Override
    public void afterReturn(int number) throws Exception {
      String name = "web-" + number;
      apps.deleteNamespacedDeployment(name, NAMESPACE).execute();
      core.deleteNamespacedConfigMap(name, NAMESPACE).execute();
      awaitPods(name, 0);
      eventually.await("no map", () -> maps.getIndexer().getByKey(NAMESPACE + "/" + name) == null);
    }

    private V1ConfigMap created(String name) throws ApiException {
      V1ConfigMap map = Yaml.loadAs(Manifests.map(name), V1ConfigMap.class);
      return core.createNamespacedConfigMap(NAMESPACE, map).execute();
    }

    private void patch(String format, String name, String patch) throws ApiException {
      V1Deployment patched =
          PatchUtils.patch(
              V1Deployment.class,
              () ->
                  apps.patchNamespacedDeployment(name, NAMESPACE, new V1Patch(patch))
                      .buildCall(null),
              format,
              client);
      assertEquals(3, Objects.requireNonNull(patched.getSpec()).getReplicas());
    }

    private static boolean isOf(V1Pod pod, String name) {
      Map<String, String> labels = Objects.requireNonNull(pod.getMetadata()).getLabels();
      return labels != null && name.equals(labels.get("app"));
    }

    private void awaitPods(String name, int count) throws InterruptedException {
      eventually.await(
          count + " pods of " + name,
          () -> pods.getIndexer().list().stream().filter(pod -> isOf(pod, name)).count() == count);
    }

    @Override
    public void close() {
      informers.stopAllRegisteredInformers();
    }

    private final class Teller<T extends io.kubernetes.client.common.KubernetesObject>
        implements ResourceEventHandler<T> {
      @Override
      public void onAdd(T added) {
        eventually.tell();
      }

      @Override
      public void onUpdate(T before, T after) {
        eventually.tell();
      }

      @Override
      public void onDelete(T last, boolean unknown) {
        eventually.tell();
      }
    }
  }
}

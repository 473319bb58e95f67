package dev.hpa.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.time.Duration;

/**
 * The namespace of a case with its target, pods, metrics and HPAs. Only the case and the
 * implementation write to it.
 */
public interface CaseContext {

  /** Creates the target, a custom resource without a controller. */
  void createTarget(String name, int replicas, String selector)
      throws IOException, InterruptedException;

  /** Sets the replicas of a target, as a user does. */
  void setReplicas(String name, int replicas) throws IOException, InterruptedException;

  /**
   * Creates and deletes pods to match the replicas of a target from now on, about {@code delay}
   * after each change. All pods are equal.
   *
   * @param template the pod to create; pod names are {@code name-1}, {@code name-2} and so on
   */
  void maintainPods(String name, Pod template, Duration delay)
      throws IOException, InterruptedException;

  /** Changes the status of a target with a merge patch. */
  void setTargetStatus(String name, JsonNode patch) throws IOException, InterruptedException;

  /** Creates an object of any kind in the namespace of the case. */
  void create(String collection, JsonNode object) throws IOException, InterruptedException;

  /** Creates a pod, or updates its status if it exists. */
  void put(Pod pod) throws IOException, InterruptedException;

  void createAutoscaler(String name, JsonNode spec) throws IOException, InterruptedException;

  /** Changes an HPA with a merge patch of the whole object. */
  void changeAutoscaler(String name, JsonNode patch) throws IOException, InterruptedException;

  /** Changes the status of an HPA with a merge patch. */
  void changeStatus(String name, JsonNode patch) throws IOException, InterruptedException;

  void deleteAutoscaler(String name) throws IOException, InterruptedException;

  /** Returns the metrics of the namespace. */
  Metrics metrics();

  /** Injects a fault into matching requests of the implementation. */
  void inject(InjectedFault fault);

  /** Removes all faults. */
  void clearFaults();

  void restart() throws IOException, InterruptedException;

  void sleep(Duration time) throws InterruptedException;
}

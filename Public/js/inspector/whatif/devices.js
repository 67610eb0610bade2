// The devices that the server knows, by kind and age.

/** @typedef {{ top: number, left: number, bottom: number, right: number }} Insets */
/** @typedef {{ id: string, name: string, width: number, height: number, scale: number, idiom: "phone" | "pad", statusBar?: number, safeArea?: Insets, models?: string[] }} Device */
/** @typedef {{ title: string, devices: Device[] }} DeviceGroup */

/** @returns {Promise<Device[]>} */
export async function readDevices() {
  const response = await fetch("/api/v1/devices", { headers: { Accept: "application/json" } });
  return response.ok ? (await response.json()).devices : [];
}

/**
 * What era a device is of, by what its screen leaves free at the top and at the bottom.
 * @param {Device} device
 */
function era({ idiom, safeArea, statusBar = 20 }) {
  const top = safeArea?.top ?? statusBar, bottom = safeArea?.bottom ?? 0;
  if (idiom === "pad") return bottom > 0 ? "iPad, all screen" : "iPad, home button";
  if (bottom === 0) return "iPhone, home button";
  return top > 50 ? "iPhone, Dynamic Island" : "iPhone, notch";
}

/**
 * @param {Device[]} devices
 * @returns {DeviceGroup[]}
 */
export function grouped(devices) {
  /** @type {Map<string, Device[]>} */ const groups = new Map([["iPhone, home button", []], ["iPhone, notch", []], ["iPhone, Dynamic Island", []], ["iPad, home button", []], ["iPad, all screen", []]]);
  for (const device of devices) groups.get(era(device))?.push(device);
  return [...groups].map(([title, found]) => ({ title, devices: found })).filter((group) => group.devices.length);
}

/**
 * Whether a size is a device's, held either way.
 * @param {Device} device
 * @param {number} width
 * @param {number} height
 */
export function matches(device, width, height) {
  return (device.width === width && device.height === height) || (device.width === height && device.height === width);
}
